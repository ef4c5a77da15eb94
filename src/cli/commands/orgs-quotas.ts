import { InvalidArgumentError, type Command } from 'commander';
import type { JsonObject } from '../../base/json.ts';
import type { QuotaStanding } from '../../services/quotas/get.ts';
import { QUOTA_RESOURCES, type QuotaResource } from '../../services/quotas/limits.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';

/** Not null: the parser of arguments would take that for no value. */
const DEFAULT = 'default';

function quota(text: string): number | typeof DEFAULT {
  if (text === DEFAULT) return DEFAULT;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError(`It must be a whole number, or "${DEFAULT}".`);
  return value;
}

type Options = WithClient & Partial<Record<QuotaResource, number | typeof DEFAULT>>;

/** `plumbline orgs quotas`: how an organization stands; with a value, changes what it may have (operator key). */
export function registerQuotas(orgs: Command, cli: Cli): void {
  const quotas = orgs
    .command('quotas <org>')
    .description('show how much an organization has and may have, or change it (operator key)')
    .option('--keys <n>', 'keys that it may have, or "default"', quota)
    .option('--incidents <n>', 'incidents that it may have, or "default"', quota)
    .option('--states <n>', 'states of it that are read, or "default"', quota)
    .option('--bytes <n>', 'bytes that its findings may take, or "default"', quota)
    .action(async (org: string, options: Options) => {
      const client = createClient(cli.io.env, options);
      const path = `/orgs/${encodeURIComponent(org)}/quotas`;
      const given = QUOTA_RESOURCES.flatMap((resource) => {
        const value = options[resource];
        return value === undefined ? [] : [[resource, value === DEFAULT ? null : value] as const];
      });
      const found =
        given.length === 0
          ? await client.get<QuotaStanding[]>(path)
          : await client.patch<QuotaStanding[]>(path, Object.fromEntries(given) satisfies JsonObject);
      if (options.json) return printJson(cli, found);
      printTable(
        cli,
        ['RESOURCE', 'USED', 'LIMIT', 'SET BY'],
        found.map(({ resource, used, limit, is_default: isDefault }) => [
          resource,
          used > limit && resource !== 'bytes' ? `more than ${limit}` : String(used),
          String(limit),
          isDefault ? 'default' : 'operator',
        ]),
      );
    });
  withJson(withClientOptions(quotas));
  withExamples(quotas, [
    ['plumbline orgs quotas org_…', 'how it stands'],
    ['plumbline orgs quotas org_… --incidents 250000', 'it may have more'],
    ['plumbline orgs quotas org_… --incidents default', 'it may have what the others may'],
  ]);
}
