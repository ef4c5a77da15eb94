import {
  AuthorizeSecurityGroupIngressCommand,
  DescribeSecurityGroupsCommand,
  RevokeSecurityGroupIngressCommand,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import {
  connectAws,
  openMotoAccount,
  openSampleAccount,
  startAppServer,
  type MotoAccount,
} from '../testkit/app-world.ts';
import { createDatabase, databases, type TestDatabase } from '../testkit/database.ts';
import { awsJson, callAws } from '../testkit/demo/aws-changes.ts';
import { startGitHub, type GitHub } from '../testkit/github/start.ts';
import type { Ask } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';

const BUCKET = 'acme-terraform-state';
/** Two root modules: one with a complete backend block, the other with a file for `-backend-config`. */
const FILES = {
  'network/main.tf': `terraform {
  backend "s3" {
    bucket = "${BUCKET}"
    key    = "network/terraform.tfstate"
    region = "us-east-1"
  }
}
module "firewall" {
  source = "../modules/firewall"
}
`,
  'modules/firewall/main.tf': 'resource "aws_security_group" "web" {}\n',
  'app/main.tf': 'terraform {\n  backend "s3" {}\n}\n',
  'app/prod.s3.tfbackend': `bucket = "${BUCKET}"\nkey = "app/terraform.tfstate"\nregion = "us-east-1"\n`,
  'docs/README.md': 'Where things are.\n',
};
const SSH = [{ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }];

/** The settings of a new database; the embedded one is in a new directory. */
async function databaseEnv(stack: AsyncDisposableStack, kind: TestDatabase['kind']): Promise<Record<string, string>> {
  const database = kind === 'postgres' ? await createDatabase() : undefined;
  if (!database) return {};
  stack.defer(() => database.drop());
  return { DATABASE_URL: database.url };
}

/** Shuffles a list in a way that is the same in every run. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647);
  return list
    .map((one) => ({ one, key: next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

const all = await databases();
const lacking = await missing('moto', 'aws-provider');
/**
 * The database for the whole suite, Postgres if there is one: the AWS provider is slow. The other databases run only
 * the core, on the sample cloud.
 */
const whole = lacking ? [] : all.slice(-1);

describe.each(all.filter((one) => !whole.includes(one)))('the core of the GitHub App, on $kind', ({ kind }) => {
  test('updates the check, the comment and the issue, with each event twice and shuffled', async () => {
    await using stack = new AsyncDisposableStack();
    const files = { 'network/main.tf': FILES['network/main.tf'] };
    const github = stack.use(await startGitHub({ accounts: ['acme'], repositories: { 'acme/infra': files } }));
    const aws = await openSampleAccount(stack);
    const { ask, quiet } = await startAppServer(stack, { github, aws, env: await databaseEnv(stack, kind) });
    await aws.createBucket(BUCKET);
    const config = { name: 'jobs', tags: { note: 'as it was' } };
    await aws.apply(BUCKET, 'network/terraform.tfstate', [{ type: 'sample_queue', name: 'jobs', config }]);
    const [queue] = await aws.objects('queue');
    const installation = await github.install('acme');
    await quiet();
    const { body: found } = await ask('GET', `/orgs/by-installation/${installation.id}`);
    const org = String(found.id);
    await connectAws(ask, aws, { org, bucket: BUCKET });
    await ask('PATCH', `/orgs/${org}`, { drift_issues: true });
    await aws.patch('queue', queue!.id, { tags: { note: 'by hand' } });

    const from = github.webhooks.made.length;
    github.webhooks.mode('hold');
    await github.push('acme/infra', { files: { 'network/a.tf': '# a\n' } });
    const first = await github.push('acme/infra', { branch: 'b', files: { 'network/b.tf': '# b\n' } });
    const number = await github.openPullRequest('acme/infra', { branch: 'b', title: 'B' });
    const second = await github.push('acme/infra', { branch: 'b', files: { 'network/b.tf': '# c\n' } });
    await github.renameRepository('acme/infra', 'platform');
    const held = github.webhooks.made.slice(from);
    github.webhooks.mode('send');
    await Promise.all(shuffled([...held, ...held]).map((event) => github.webhooks.send(event)));
    await quiet();
    expect((await ask('GET', `/orgs/${org}/repos`)).body).toMatchObject([{ full_name: 'acme/platform' }]);
    expect(await github.checks('acme/platform', second)).toMatchObject([
      { conclusion: 'neutral', output: { title: 'Merging would overwrite live changes of 1 resource' } },
    ]);
    expect((await github.checks('acme/platform', first)).filter(({ status }) => status !== 'completed')).toEqual([]);
    const comments = await github.comments('acme/platform', number);
    expect(comments).toMatchObject([{ body: expect.stringContaining('sample_queue.jobs') as string }]);
    expect(await github.issues('acme/platform')).toMatchObject([{ state: 'open' }]);

    await aws.patch('queue', queue!.id, { tags: { note: 'as it was' } });
    expect((await ask('POST', `/orgs/${org}/analyses`, {})).status).toBe(202);
    await quiet();
    expect(await github.issues('acme/platform')).toMatchObject([{ state: 'closed' }]);
    expect((await ask('GET', '/webhooks/deliveries?status=dead')).body).toEqual([]);
  });
});

describe.each(whole)('the GitHub App, on moto and $kind', ({ kind }) => {
  const stack = new AsyncDisposableStack();
  /** GitHub's clock offset into the past. */
  let behindMs = 0;
  let github: GitHub;
  let aws: MotoAccount;
  let ask: Ask;
  let quiet: () => Promise<void>;
  let acme: string;
  /** The number of the pull request that closes the firewall. */
  let pull: number;

  const list = async (path: string) => (await ask('GET', path)).body as unknown as Record<string, unknown>[];
  const organization = async (login: string) => (await list('/orgs?limit=100')).find((one) => one.login === login);
  const analyses = async (org: string) => (await list(`/orgs/${org}/analyses?limit=100`)) as unknown as Analysis[];
  const newest = async (org: string) =>
    (await ask('GET', `/analyses/${(await analyses(org))[0]!.id}`)).body as unknown as Analysis;
  const ours = async (repository: string, number: number) =>
    (await github.comments(repository, number)).filter(({ user }) => user.login === 'plumbline[bot]');

  async function openPort(open: boolean): Promise<void> {
    const Filters = [{ Name: 'group-name', Values: ['shop-web'] }];
    const { SecurityGroups = [] } = await aws.ec2.send(new DescribeSecurityGroupsCommand({ Filters }));
    const input = { GroupId: SecurityGroups[0]?.GroupId, IpPermissions: SSH };
    await (open
      ? aws.ec2.send(new AuthorizeSecurityGroupIngressCommand(input))
      : aws.ec2.send(new RevokeSecurityGroupIngressCommand(input)));
  }

  beforeAll(async () => {
    behindMs = 6 * 3_600_000;
    github = stack.use(
      await startGitHub({
        accounts: ['acme', 'globex', 'initech'],
        repositories: { 'acme/infra': FILES, 'acme/web': {}, 'initech/infra': FILES },
        now: () => new Date(Date.now() - behindMs),
      }),
    );
    aws = await openMotoAccount(stack);
    await aws.createBucket(BUCKET);
    const https = { from_port: 443, to_port: 443, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'], description: 'https' };
    const nothing = { ipv6_cidr_blocks: [], prefix_list_ids: [], security_groups: [], self: false };
    const group = { name: 'shop-web', description: 'the shop', vpc_id: aws.vpc, ingress: [{ ...https, ...nothing }] };
    await aws.apply(BUCKET, 'network/terraform.tfstate', [{ type: 'aws_security_group', name: 'web', config: group }]);
    const log = { name: '/shop/app', retention_in_days: 30 };
    await aws.apply(BUCKET, 'app/terraform.tfstate', [{ type: 'aws_cloudwatch_log_group', name: 'app', config: log }]);

    // No server receives these fifty deliveries, of an installation and later events.
    github.webhooks.mode('drop');
    await github.install('globex');
    for (let i = 0; i < 20; i++) await github.createRepository(`globex/r${i}`);
    for (let i = 0; i < 15; i++) await github.renameRepository(`globex/r${i}`, `renamed-${i}`);
    for (let i = 0; i < 8; i++) await github.archive(`globex/renamed-${i}`);
    for (let i = 14; i < 20; i++) await github.setPrivate(i < 15 ? `globex/renamed-${i}` : `globex/r${i}`, false);
    behindMs = 0;
    github.webhooks.mode('send');
    ({ ask, quiet } = await startAppServer(stack, { github, aws, env: await databaseEnv(stack, kind) }));
    await quiet();
  });
  afterAll(() => stack.disposeAsync());

  test('recovers fifty deliveries lost during an outage, each once', async () => {
    const lost = github.webhooks.made.filter(({ made_at }) => made_at.getTime() < Date.now() - 3_600_000);
    expect(lost).toHaveLength(50);
    for (const { guid } of lost) {
      const tries = github.webhooks.tries.filter(({ of }) => of.guid === guid);
      expect(tries.map(({ redelivery, status_code }) => [redelivery, status_code])).toEqual([
        [false, 0],
        [true, 202],
      ]);
    }
    const org = await organization('globex');
    const repositories = await list(`/orgs/${String(org?.id)}/repos?limit=100`);
    const shown = repositories.map((one) => [one.full_name, one.private, one.archived].join(' '));
    const there = github.world.repositories.filter(({ account }) => account.login === 'globex');
    expect(shown.toSorted()).toEqual(
      there.map((one) => [`globex/${one.name}`, one.private, one.archived].join(' ')).toSorted(),
    );
  });

  test('creates the organization and its repositories when the App is installed', async () => {
    const installation = await github.install('acme');
    await quiet();
    const found = await ask('GET', `/orgs/by-installation/${installation.id}`);
    expect(found).toMatchObject({ status: 200, body: { login: 'acme' } });
    acme = String(found.body.id);
    expect((await list(`/orgs/${acme}/repos`)).map(({ full_name }) => full_name)).toEqual(['acme/infra', 'acme/web']);
  });

  test('analyzes the states touched by a push to the default branch, and opens an issue', async () => {
    await connectAws(ask, aws, { org: acme, bucket: BUCKET });
    await ask('PATCH', `/orgs/${acme}`, { drift_issues: true });
    await openPort(true);
    const sha = await github.push('acme/infra', { files: { 'network/outputs.tf': '# nothing yet\n' } });
    await quiet();
    const analysis = await newest(acme);
    const trigger = { kind: 'push', sha, ref: 'main', actor: 'ada' };
    expect(analysis).toMatchObject({ status: 'completed', severity: 'critical', trigger, summary_source: 'rules' });
    expect(analysis.findings.map(({ resource }) => resource)).toEqual(['aws_security_group.web']);
    expect(analysis.ai_summary).toContain('aws_security_group.web');
    const [issue, ...others] = await github.issues('acme/infra');
    expect([issue?.state, issue?.user.login, others]).toEqual(['open', 'plumbline[bot]', []]);
    expect(issue?.body).toContain('SSH (22/tcp) was opened to the internet');
  });

  test('comments once on a pull request with the touched drift and the changes that merging would overwrite', async () => {
    await callAws(
      aws.account,
      'logs',
      awsJson('Logs_20140328.PutRetentionPolicy', { logGroupName: '/shop/app', retentionInDays: 1 }),
    );
    await aws.rewrite(BUCKET, 'app/terraform.tfstate');
    const sha = await github.push('acme/infra', {
      branch: 'firewall',
      files: { 'modules/firewall/main.tf': '# closed\n' },
    });
    pull = await github.openPullRequest('acme/infra', { branch: 'firewall', title: 'Close the firewall' });
    await quiet();
    const [check, ...others] = await github.checks('acme/infra', sha);
    expect(others).toEqual([]);
    const title = 'Merging would overwrite live changes of 1 resource';
    expect(check).toMatchObject({ status: 'completed', conclusion: 'neutral', output: { title } });
    const [comment, ...more] = await ours('acme/infra', pull);
    expect(more).toEqual([]);
    expect(comment?.body).toContain('aws_security_group.web');
    expect(comment?.body).toContain('-   {cidr_blocks: ["0.0.0.0/0"], from_port: 22');
    expect(comment?.body).not.toContain('aws_cloudwatch_log_group.app');

    const next = await github.push('acme/infra', {
      branch: 'firewall',
      files: { 'app/main.tf': 'terraform {\n  backend "s3" {}\n}\n# x\n' },
    });
    await quiet();
    expect(await github.checks('acme/infra', next)).toMatchObject([{ status: 'completed' }]);
    const [updated, ...rest] = await ours('acme/infra', pull);
    expect([updated?.id, rest]).toEqual([comment?.id, []]);
    expect(updated?.body).toContain('aws_cloudwatch_log_group.app');
  });

  test('reports drift elsewhere in the check of a pull request that touches no state, without a comment', async () => {
    const before = (await analyses(acme)).length;
    const sha = await github.push('acme/infra', { branch: 'docs', files: { 'docs/README.md': 'Elsewhere.\n' } });
    const number = await github.openPullRequest('acme/infra', { branch: 'docs', title: 'Docs' });
    await quiet();
    expect(await github.checks('acme/infra', sha)).toMatchObject([{ status: 'completed', conclusion: 'neutral' }]);
    expect(await ours('acme/infra', number)).toEqual([]);
    expect(await analyses(acme)).toHaveLength(before);
  });

  test('analyzes on a comment or the button of writers only, and fails the check from a severity on', async () => {
    const sha = await github.head('acme/infra', 'firewall');
    const before = (await analyses(acme)).length;
    github.grant('mallory', 'read');
    await github.comment('acme/infra', pull, 'plumbline scan', { by: 'mallory' });
    await quiet();
    expect(await analyses(acme)).toHaveLength(before);
    await ask('PATCH', `/orgs/${acme}`, { check_fails_at: 'critical' });
    await aws.rewrite(BUCKET, 'network/terraform.tfstate');
    await github.comment('acme/infra', pull, 'plumbline scan', { by: 'grace' });
    await quiet();
    expect((await newest(acme)).trigger).toMatchObject({ kind: 'comment', actor: 'grace', pull_request: pull });
    const [failed] = (await github.checks('acme/infra', sha)).slice(-1);
    expect(failed).toMatchObject({ status: 'completed', conclusion: 'failure' });

    await openPort(false);
    await aws.rewrite(BUCKET, 'network/terraform.tfstate');
    await github.rerequest('acme/infra', failed!.id);
    await quiet();
    expect((await newest(acme)).trigger).toMatchObject({ kind: 'rerequest', sha });
    expect((await github.checks('acme/infra', sha)).slice(-1)).toMatchObject([{ conclusion: 'neutral' }]);
    const [comment, ...more] = await ours('acme/infra', pull);
    expect(more).toEqual([]);
    expect(comment?.body).not.toContain('aws_security_group.web');
  });

  test('closes the issue once the drift is resolved', async () => {
    const request = { logGroupName: '/shop/app', retentionInDays: 30 };
    await callAws(aws.account, 'logs', awsJson('Logs_20140328.PutRetentionPolicy', request));
    expect((await ask('POST', `/orgs/${acme}/analyses`, {})).status).toBe(202);
    await quiet();
    expect(await newest(acme)).toMatchObject({ status: 'completed', severity: 'none', findings: [] });
    expect((await github.issues('acme/infra')).map(({ state }) => state)).toEqual(['closed']);
  });

  test('gives the same result for every event twice and shuffled', async () => {
    await github.install('initech');
    await quiet();
    const org = String((await organization('initech'))?.id);
    await connectAws(ask, aws, { org, bucket: BUCKET });
    await ask('PATCH', `/orgs/${org}`, { drift_issues: true });
    await openPort(true);
    const from = github.webhooks.made.length;
    github.webhooks.mode('hold');
    const main = await github.push('initech/infra', { files: { 'network/a.tf': '# a\n' } });
    const first = await github.push('initech/infra', { branch: 'b', files: { 'network/b.tf': '# b\n' } });
    const number = await github.openPullRequest('initech/infra', { branch: 'b', title: 'B' });
    const second = await github.push('initech/infra', { branch: 'b', files: { 'network/b.tf': '# c\n' } });
    await github.comment('initech/infra', number, 'plumbline scan');
    await github.createRepository('initech/other');
    await github.renameRepository('initech/other', 'another');
    await github.archive('initech/another');
    await github.renameRepository('initech/infra', 'platform');
    const held = github.webhooks.made.slice(from);
    github.webhooks.mode('send');
    await Promise.all(shuffled([...held, ...held]).map((event) => github.webhooks.send(event)));
    await quiet();
    const repositories = await list(`/orgs/${org}/repos`);
    expect(repositories).toMatchObject([
      { full_name: 'initech/another', archived: true },
      { full_name: 'initech/platform' },
    ]);
    expect(await github.checks('initech/platform', second)).toMatchObject([
      { status: 'completed', conclusion: 'neutral' },
    ]);
    expect(await github.checks('initech/platform', main)).toEqual([]);
    expect((await github.checks('initech/platform', first)).filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(await ours('initech/platform', number)).toHaveLength(1);
    expect((await github.issues('initech/platform')).map(({ state }) => state)).toEqual(['open']);
    const dead = await list('/webhooks/deliveries?status=dead&limit=100');
    expect(dead).toEqual([]);
  });

  test('analyzes nothing after the App was removed', async () => {
    await github.uninstall('acme');
    await quiet();
    expect((await organization('acme'))?.installation_id).toBeNull();
    const before = (await analyses(acme)).length;
    await quiet();
    expect(await analyses(acme)).toHaveLength(before);
  });
});
