import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { commandsAt, type RunCommand } from '../../../testkit/commands.ts';
import { databases } from '../../../testkit/database.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Store } from '../../store/database.ts';

let store: Store;
let api: TestApi;
let command: RunCommand;
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let org: { id: string; key: string };
let tenants = 0;

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store);
  command = await commandsAt(api);
  dir = await temporaryDirectory();
});
afterAll(async () => {
  await api.close();
  await store.close();
  await dir[Symbol.asyncDispose]();
});
beforeEach(async () => {
  org = await api.organization(`cli${(tenants += 1)}`, 'admin');
});

const incidents = (argv: readonly string[], terminal?: number) => plumbline(['incidents', ...argv], terminal);

/** `plumbline …`, on a terminal with this many columns or in a pipe. */
const plumbline = async (argv: readonly string[], terminal?: number) => command(org.key, argv, terminal);

async function postMortems(files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(dir.path, `docs${(tenants += 1)}`);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

const SSH = '# SSH was open to the world\n\nOn aws_security_group.bastion, by hand.';
const secret = ['ghp_', 'Canary0Canary1Canary2Canary3Canary4'].join('');

test('imports a directory of post-mortems once', async () => {
  const root = await postMortems({
    '2026-01-31-ssh.md': SSH,
    'deep/2026-02-01-leak.md': `# A token leaked\n\nIt was ${secret}, of aws_iam_user.ci.`,
    'deep/notes.txt': 'not this',
    'node_modules/x/2026-01-01-y.md': SSH,
    'no-day.md': SSH,
    '.hidden/2026-01-01-y.md': SSH,
  });
  const look = await incidents(['import', org.id, root, '--dry-run']);
  expect(look).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no-day\.md: it names no day: add "date: 2026-01-31"/),
  });
  expect(look.out).toMatch(/^FILE +PROJECT +DATE +ID +RESOURCE +SUMMARY\n/);
  expect(look.out).toMatch(/-ssh\.md +- +2026-01-31 +2026-01-31-ssh +aws_security_group\.bastion +SSH was open/);
  expect((await incidents(['list', org.id])).err).toBe('There are none.\n');

  const first = await incidents(['import', org.id, root]);
  expect(first).toEqual({
    code: 1,
    out: '2 incidents written, 1 refused.\nMasked likely secrets in 1 of them.\n',
    err: expect.stringContaining('no-day.md: it names no day'),
  });
  await writeFile(join(root, 'no-day.md'), `---\ndate: 2026-03-01\n---\n${SSH}`);
  const second = await incidents(['import', org.id, root]);
  expect(second).toEqual({ code: 0, out: '1 incident written, 2 there already.\n', err: '' });
  expect(await incidents(['import', org.id, root, '--json'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('"unchanged": 3'),
  });

  await writeFile(join(root, '2026-01-31-ssh.md'), `${SSH}\nEdited.`);
  expect(await incidents(['import', org.id, root])).toEqual({
    code: 1,
    out: '0 incidents written, 2 there already, 1 there with other contents, left as they are.\n',
    err: `${join(root, '2026-01-31-ssh.md')}: 2026-01-31-ssh exists already with other content\n`,
  });
  const shown = await incidents(['show', 'deep:2026-02-01-leak']);
  expect(shown.out).toBe(
    `2026-02-01  resolved  aws_iam_user.ci\n\nA token leaked\n\nIt was (sensitive), of aws_iam_user.ci.\n`,
  );
});

test('imports the export of another organization, of any size', async () => {
  const lines = Array.from({ length: 1203 }, (_, at) => ({
    id: `i${at}`,
    resource: 'a',
    summary: `It fell ${at} times`,
    date: '2026-01-31',
  }));
  const root = await postMortems({ 'many.jsonl': `${lines.map((one) => JSON.stringify(one)).join('\n')}\nno json\n` });
  expect(await incidents(['import', org.id, join(root, 'many.jsonl')])).toEqual({
    code: 1,
    out: '1203 incidents written, 1 refused.\n',
    err: expect.stringMatching(/many\.jsonl:1204: it is not valid JSON\n$/),
  });
  const file = join(root, 'out.jsonl');
  expect(await incidents(['export', org.id, '--output', file])).toEqual({
    code: 0,
    out: '',
    err: `1203 incidents in ${file}.\n`,
  });
  const written = await readFile(file, 'utf8');
  expect((await incidents(['export', org.id])).out).toBe(written);
  const before = org.key;
  org = await api.organization(`cli${(tenants += 1)}`, 'admin');
  expect(await incidents(['import', org.id, file])).toEqual({ code: 0, out: '1203 incidents written.\n', err: '' });
  expect(before).not.toBe(org.key);
  const plain = (text: string) => text.replaceAll(/"org_id":"\w+"/g, '');
  expect(plain((await incidents(['export', org.id])).out)).toBe(plain(written));
});

test('fails on an export that breaks off, and leaves no partial file', async () => {
  const lines = Array.from({ length: 250 }, (_, at) =>
    JSON.stringify({ id: `i${at}`, resource: 'a', summary: 'It fell' }),
  );
  const root = await postMortems({ 'many.jsonl': lines.join('\n') });
  await incidents(['import', org.id, root]);
  const { db } = store;
  let [asked, most] = [0, Number.POSITIVE_INFINITY];
  const count = () => {
    asked += 1;
    if (asked > most) throw new Error('the database is away');
    return db;
  };
  Object.defineProperty(store, 'db', { get: count, configurable: true });
  const file = join(root, 'out.jsonl');
  expect((await incidents(['export', org.id, '--output', file])).err).toBe(`250 incidents in ${file}.\n`);
  [asked, most] = [0, asked - 1];
  const cut = await incidents(['export', org.id, '--output', join(root, 'cut.jsonl')]);
  Object.defineProperty(store, 'db', { value: db, configurable: true });
  expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('ended its answer before it was complete') });
  expect((await readdir(root)).toSorted()).toEqual(['many.jsonl', 'out.jsonl']);
});

test('assigns the given project to lines without one', async () => {
  const root = await postMortems({
    'a.jsonl': '{"resource":"a","summary":"It fell"}\n{"resource":"a","summary":"Else","project":"nothing"}',
  });
  const done = await incidents(['import', org.id, root, '--project', org.id, '--json']);
  expect(JSON.parse(done.out)).toMatchObject({
    written: 1,
    refused: 1,
    problems: [{ message: expect.stringContaining('No such project') }],
  });
});

test('deletes all incidents of a project only on explicit confirmation', async () => {
  await incidents(['add', '--project', org.id, '--resource', 'a', '--summary', 'It fell', '--id', 'one']);
  expect(await incidents(['clear', '--project', org.id])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--yes'),
  });
  expect(await incidents(['clear', '--project', org.id, '--yes'])).toEqual({
    code: 0,
    out: '1 incident deleted.\n',
    err: '',
  });
  expect(await incidents(['rm', 'one'])).toMatchObject({ code: 1, err: expect.stringContaining('No such incident') });
});

test('sets the retention of incidents in days, or for ever', async () => {
  const keep = (days: string) => plumbline(['orgs', 'update', org.id, '--retention', days]);
  expect(await keep('730')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ incidents are kept for 730 days\n$/),
  });
  expect(await keep('forever')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ incidents are kept forever\n$/),
  });
  for (const days of ['0', '36501', '1.5', 'never'])
    expect(await keep(days)).toMatchObject({ code: 1, err: expect.stringContaining('from 1 to 36500, or "forever"') });
});

test('reports refusals in a dry run, and shows no secret', async () => {
  const root = await postMortems({
    'a.jsonl': [
      'not json',
      '{"resource":"a"}',
      '{"resource":"a","summary":"It fell","date":"2026-13-01"}',
      `{"resource":"a","summary":"It fell","id":"${secret}"}`,
      `{"resource":"aws_sqs_queue.a","summary":"The token was ${secret}"}`,
    ].join('\n'),
    '2026-01-31-long.md': `# ${'It fell. '.repeat(500)}\n\naws_instance.a`,
  });
  const look = await incidents(['import', org.id, root, '--dry-run']);
  expect(look.code).toBe(1);
  expect(look.err).toContain('a.jsonl:1: it is not valid JSON');
  expect(look.err).toContain('a.jsonl:2: /summary is missing');
  expect(look.err).toMatch(/a\.jsonl:3: \/date must/);
  expect(look.err).toContain('a.jsonl:4: /id looks like a secret; nothing was stored');
  expect(look.err).toMatch(/long\.md: \/summary is too long: at most 4000 characters/);
  expect(look.out).toMatch(/a\.jsonl:5 +- +- +- +aws_sqs_queue\.a +The token was \(sensitive\)/);
  const json = await incidents(['import', org.id, root, '--dry-run', '--json']);
  expect(JSON.parse(json.out)).toMatchObject([{ resource: 'aws_sqs_queue.a', summary: 'The token was (sensitive)' }]);
  expect(look.out + look.err + json.out + json.err).not.toContain('Canary');
  expect((await incidents(['list', org.id])).err).toBe('There are none.\n');
});

test('rejects a day that does not exist', async () => {
  const add = ['add', '--project', org.id, '--resource', 'a', '--summary', 'It fell', '--date'];
  for (const date of ['2026-02-30', 'tomorrow'])
    expect(await incidents([...add, date])).toMatchObject({ code: 1, err: expect.stringContaining('2026-01-31') });
  expect(await incidents([...add, '2024-02-29'])).toMatchObject({ code: 0 });
});

test('reports how many incidents a shorter retention deletes', async () => {
  const at = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, 10);
  for (const days of [5, 50, 60])
    await incidents(['add', '--project', org.id, '--resource', 'a', '--summary', 'It fell', '--date', at(days)]);
  const update = (...more: string[]) => plumbline(['orgs', 'update', org.id, ...more]);
  const message = `2 incidents were resolved before ${at(30)}, and would be deleted.\n`;
  expect(await update('--retention', '30', '--dry-run')).toEqual({ code: 0, out: message, err: '' });
  expect((await plumbline(['orgs', 'show', org.id])).out).toMatch(
    /^org_\w+ {2}cli\d+ {2}- {2}incidents are kept forever\n$/,
  );
  expect(await update('--retention', '90')).toMatchObject({ code: 0, err: '' });
  const done = await update('--retention', '30');
  expect(done.err).toBe(`${message}It is done within the hour; --retention forever before then keeps them.\n`);
  expect(done.out).toContain('incidents are kept for 30 days');
  expect(JSON.parse((await plumbline(['orgs', 'show', org.id, '--json'])).out)).toMatchObject({
    incident_retention_days: 30,
  });
});

test('names each file that cannot be read, and imports the rest', async () => {
  const root = await postMortems({ '2026-01-31-ssh.md': SSH });
  const [zero, memory] = [join(root, 'zero.md'), join(root, 'lines.jsonl')];
  await symlink('/dev/zero', zero);
  await symlink('/proc/self/mem', memory);
  expect(await incidents(['import', org.id, zero, memory, root])).toEqual({
    code: 1,
    out: '1 incident written, 2 refused.\n',
    err: expect.stringMatching(/zero\.md: it is no file\n.*lines\.jsonl: it cannot be read to its end: /),
  });
});

test('leaves an existing file with the name of its temporary file alone', async () => {
  const root = await postMortems({ 'out.jsonl.part': 'mine' });
  await incidents(['export', org.id, '--output', join(root, 'out.jsonl')]);
  expect(await readFile(join(root, 'out.jsonl.part'), 'utf8')).toBe('mine');
  expect((await readdir(root)).toSorted()).toEqual(['out.jsonl', 'out.jsonl.part']);
});

test('explains how keys are sent after a wrong key, and does not repeat it', async () => {
  const key = org.key;
  org.key = ['plk_', 'Canary0Canary1Canary2Canary3Canary4'].join('');
  const { code, err } = await incidents(['show', 'x']);
  org.key = key;
  expect(code).toBe(1);
  expect(err).toContain('A valid API key is needed: send it as "Authorization: Bearer <key>". (401)');
  expect(err).not.toContain('Canary');
});

test('rejects an invalid incident id before any request, and reports a deletion as JSON', async () => {
  for (const command of ['show', 'rm'])
    expect(await incidents([command, 'foo/bar'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('It must be the id of an incident'),
    });
  await incidents(['add', '--project', org.id, '--resource', 'a', '--summary', 'It fell', '--id', 'one']);
  const { out } = await incidents(['rm', 'one', '--json']);
  expect(JSON.parse(out)).toEqual({ id: 'one', deleted: true });
});

test('prints no line wider than a terminal of 80 columns', async () => {
  const resource = 'module.events["shop.v2"].aws_sns_topic.topic["refunds"]';
  const summary = `It was deleted outside Terraform. ${'So '.repeat(60)}it fell.`;
  await incidents(['add', '--project', org.id, '--resource', resource, '--summary', summary, '--id', 'one']);
  const shown = [
    await incidents(['list', org.id], 80),
    await incidents(['show', 'one'], 80),
    await plumbline(['recall', 'topic deleted', '--project', org.id], 80),
  ];
  for (const { code, out } of shown) {
    expect(code).toBe(0);
    expect(out).toContain('refunds');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  }
});

test('reports unreadable lines before sending anything', async () => {
  const root = await postMortems({ 'a.txt': 'x' });
  const file = join(root, 'a.txt');
  for (const [path, text] of [
    [join(root, 'nothing.md'), 'does not exist'],
    [file, 'is none of .md, .markdown, .jsonl and .ndjson'],
    [root, 'holds no .md, .markdown, .jsonl or .ndjson file'],
  ] as const)
    expect(await incidents(['import', org.id, path])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(text),
    });
  expect(await incidents(['export', 'org_0000000000000000000000', '--output', join(root, 'out')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No such organization'),
  });
  await expect(readFile(join(root, 'out'))).rejects.toThrow('ENOENT');
});

test('shows how an incident of drift was resolved; lists fit terminals', async () => {
  const drift = {
    id: 'inc_0V3mKq8ZxYbD2nR5tW7uAe',
    resource: 'aws_security_group.bastion',
    summary:
      'SSH (22/tcp) was opened to the internet on aws_security_group.bastion outside Terraform in prod (eu-west-1)',
    date: '2026-01-31',
    source: 'drift',
    kind: 'changed',
    severity: 'critical',
    state_key: 'prod/network.tfstate',
    region: 'eu-west-1',
    account_id: '123456789012',
    attributes: ['ingress[0].cidr_blocks', 'tags["Owner"]'],
    first_seen_at: '2026-01-31T09:30:00Z',
    last_seen_at: '2026-02-02T09:30:00Z',
    resolved_at: '2026-02-03T09:30:00Z',
    resolution: 'reverted',
    times_seen: 7,
  };
  const root = await postMortems({ 'a.jsonl': `${JSON.stringify(drift)}\n` });
  expect(await incidents(['import', org.id, root])).toMatchObject({ code: 0 });
  expect((await incidents(['show', drift.id])).out)
    .toBe(`2026-01-31  resolved  critical  changed  aws_security_group.bastion
prod/network.tfstate  eu-west-1  123456789012
ingress[0].cidr_blocks, tags["Owner"]
Seen 7 times, first 2026-01-31 09:30 UTC, last 2026-02-02 09:30 UTC.
Reverted: the cloud matches the state again, 2026-02-03 09:30 UTC.

${drift.summary}
`);
  const list = ['list', org.id, '--severity', 'critical', '--source', 'drift', '--resource', drift.resource];
  expect((await incidents(list, 80)).out).toBe(`DATE        STATUS    SEVERITY  ID
    RESOURCE
    SUMMARY
2026-01-31  resolved  critical  inc_0V3mKq8ZxYbD2nR5tW7uAe
    aws_security_group.bastion
    SSH (22/tcp) was opened to the internet on aws_security_group.bastion
    outside Terraform in prod (eu-west-1)
`);
  expect((await incidents(list, 120)).out)
    .toBe(`DATE        STATUS    SEVERITY  ID                          RESOURCE                    SUMMARY
2026-01-31  resolved  critical  inc_0V3mKq8ZxYbD2nR5tW7uAe  aws_security_group.bastion  SSH (22/tcp) was opened to the
                                                                                        internet on
                                                                                        aws_security_group.bastion
                                                                                        outside Terraform in prod
                                                                                        (eu-west-1)
`);
  expect((await incidents(['list', org.id, '--severity', 'low'])).err).toBe('There are none.\n');
});
