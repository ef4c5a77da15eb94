import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { AuditVerification } from '../../services/audit/verify.ts';
import type { Organization } from '../../services/access/organization.ts';
import { at, CliError, createClient, type Client } from '../terminal/client.ts';
import { group, local, printJson } from '../terminal/command.ts';
import { print } from '../terminal/io.ts';
import { CLIENT_OPTIONS, formed, JSON_OPTION, value } from '../terminal/options.ts';

/** The verified log of an organization, or, with null, of the instance. */
type Verified = AuditVerification & { org_id: string | null };

async function verifyOne(client: Client, org: string | null, expect?: string): Promise<Verified> {
  const path = org === null ? '/operator/audit/verification' : at`/orgs/${org}/audit/verification`;
  return { org_id: org, ...(await client.get<AuditVerification>(path, { query: { expect } })) };
}

async function* verifyAll(client: Client): AsyncGenerator<Verified> {
  yield await verifyOne(client, null);
  for await (const { id } of client.pages('/orgs', (last: Organization) => last.id)) yield await verifyOne(client, id);
}

function sentence({ org_id: org, events, head, problem }: Verified): string {
  const name = visible(org ?? 'instance');
  if (problem) return `${name}: BROKEN at event ${problem.seq}. ${visible(problem.detail)}`;
  return `${name}: ${plural(events, 'event')}, intact.${head ? ` Head: ${head.seq}:${head.hash}` : ''}`;
}

const verify = local({
  use: 'verify [org]',
  about: 'check that no event of the audit log was changed, removed or put elsewhere; without org, in all logs',
  options: [
    value(
      '--expect <head>',
      'a head that an earlier run printed: the event has to be that one still',
      formed(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, 'a head as this command prints it, 12:3f5a…'),
    ),
    ...CLIENT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ['plumbline audit verify org_…', 'the log of one organization (scope admin)'],
    ['plumbline audit verify', 'every log of the instance (operator key)'],
    ['plumbline audit verify org_… --expect 120:3f5a…', 'and that it was not rewritten since'],
  ],
  more: `Keep the head that it prints where nobody who can write the database can
change it: they could rewrite a whole chain, and --expect detects that.

Exit codes: 0 intact, 2 broken, 1 it could not be checked.`,
  async run(cli, [org], { expect, json, ...options }) {
    if (org === undefined && expect !== undefined)
      throw new CliError('--expect is about one log: name the organization.');
    const client = createClient(cli.io.env, options);
    const found: Verified[] = [];
    const logs = org === undefined ? verifyAll(client) : [await verifyOne(client, org, expect)];
    for await (const one of logs) {
      found.push(one);
      if (!json) print(one.intact ? cli.io.stdout : cli.io.stderr, sentence(one));
    }
    if (json) printJson(cli, found);
    if (found.some(({ intact }) => !intact)) cli.exit(2);
  },
});

export const audit = group('audit', 'check the audit log', [verify]);
