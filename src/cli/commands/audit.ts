import type { Command } from 'commander';
import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { AuditVerification } from '../../services/audit/verify.ts';
import type { Organization } from '../../services/organizations/fetch.ts';
import { formed, printJson, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { CliError, createClient, type Client } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';
import { allPages } from '../terminal/pages.ts';

/** The log of one organization, or with null that of the instance. */
type Verified = AuditVerification & { org_id: string | null };

type Options = WithClient & { expect?: string };

async function verifyOne(client: Client, org: string | null, expect?: string): Promise<Verified> {
  const of = org === null ? '/operator' : `/orgs/${encodeURIComponent(org)}`;
  const query = expect === undefined ? '' : `?expect=${expect}`;
  return { org_id: org, ...(await client.get<AuditVerification>(`${of}/audit/verification${query}`)) };
}

async function* allOf(client: Client): AsyncGenerator<Verified> {
  yield await verifyOne(client, null);
  const organizations = allPages(client, '/orgs', (last: Organization) => last.id);
  for await (const { id } of organizations) yield await verifyOne(client, id);
}

function sentence({ org_id: org, events, head, problem }: Verified): string {
  const name = visible(org ?? 'instance');
  if (problem) return `${name}: BROKEN at event ${problem.seq}. ${visible(problem.detail)}`;
  return `${name}: ${plural(events, 'event')}, intact.${head ? ` Head: ${head.seq}:${head.hash}` : ''}`;
}

/** `plumbline audit verify`. */
export function registerAudit(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('check the audit log');
  const verify = audit
    .command('verify [org]')
    .description('check that no event of the audit log was changed, removed or put elsewhere; without org, in all logs')
    .option(
      '--expect <head>',
      'a head that an earlier run printed: the event has to be that one still',
      formed(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, 'a head as this command prints it, 12:3f5a…'),
    )
    .action(async (org: string | undefined, options: Options) => {
      const { expect, json } = options;
      if (org === undefined && expect !== undefined)
        throw new CliError('--expect is about one log: name the organization.');
      const client = createClient(cli.io.env, options);
      const found: Verified[] = [];
      const logs = org === undefined ? allOf(client) : [await verifyOne(client, org, expect)];
      for await (const one of logs) {
        found.push(one);
        if (!json) print(one.intact ? cli.io.stdout : cli.io.stderr, sentence(one));
      }
      if (json) printJson(cli, found);
      if (found.some(({ intact }) => !intact)) cli.exit(2);
    });
  withJson(withClientOptions(verify));
  withExamples(
    verify,
    [
      ['plumbline audit verify org_…', 'the log of one organization (scope admin)'],
      ['plumbline audit verify', 'every log of the instance (operator key)'],
      ['plumbline audit verify org_… --expect 120:3f5a…', 'and that it was not written anew since'],
    ],
    `Keep the head that it prints where nobody who can write the database can
change it: they could write a whole chain anew, and --expect finds that.

Exit codes: 0 intact, 2 broken, 1 it could not be checked.`,
  );
}
