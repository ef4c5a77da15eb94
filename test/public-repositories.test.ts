import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAws, openSampleAccount, startAppServer } from '../testkit/app-world.ts';
import { createDatabase, databases } from '../testkit/database.ts';
import { startGitHub, type GitHub } from '../testkit/github/start.ts';
import type { Ask } from '../testkit/instance.ts';

const BUCKET = 'acme-terraform-state';
const KEY = 'network/terraform.tfstate';
const MAIN = `terraform {
  backend "s3" {
    bucket = "${BUCKET}"
    key    = "${KEY}"
    region = "us-east-1"
  }
}
`;
/** The values in the state and in the cloud. */
const DETAILS = /sample_queue|canary|network\/terraform/;

describe.each(await databases())('a public repository and strangers, on $kind', ({ kind }) => {
  const stack = new AsyncDisposableStack();
  let github: GitHub;
  let ask: Ask;
  let quiet: () => Promise<void>;
  let org: string;
  let queue: string;
  let patch: (note: string) => Promise<void>;

  const count = async () => ((await ask('GET', `/orgs/${org}/analyses?limit=100`)).body as unknown as object[]).length;
  const written = async (number: number, sha: string) =>
    JSON.stringify([
      await github.checks('acme/infra', sha),
      await github.comments('acme/infra', number),
      await github.issues('acme/infra'),
    ]);
  let branches = 0;
  async function open(given: { by?: string; foreign?: string } = {}) {
    const branch = `change-${++branches}`;
    const sha = await github.push('acme/infra', { branch, files: { 'network/b.tf': `# ${branch}\n` } });
    const number = await github.openPullRequest('acme/infra', { branch, title: 'A change', ...given });
    await quiet();
    return { branch, number, sha };
  }

  beforeAll(async () => {
    github = stack.use(
      await startGitHub({ accounts: ['acme'], repositories: { 'acme/infra': { 'network/main.tf': MAIN } } }),
    );
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const aws = await openSampleAccount(stack);
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    ({ ask, quiet } = await startAppServer(stack, { github, aws, env }));
    await aws.createBucket(BUCKET);
    const config = { name: 'canary-name', tags: { 'canary-tag': 'canary-before' } };
    await aws.apply(BUCKET, KEY, [{ type: 'sample_queue', name: 'jobs', config }]);
    queue = (await aws.objects('queue'))[0]!.id;
    patch = (note) => aws.patch('queue', queue, { tags: { 'canary-tag': note } });
    const { id } = await github.install('acme');
    await quiet();
    org = String((await ask('GET', `/orgs/by-installation/${id}`)).body.id);
    await connectAws(ask, aws, { org, bucket: BUCKET });
    await ask('PATCH', `/orgs/${org}`, { drift_issues: true });
    await patch('canary-after');
    github.grant('mallory', 'read');
  });
  afterAll(() => stack.disposeAsync());

  test('writes details while a repository is private, and removes them once it is public', async () => {
    const { number, sha } = await open();
    expect((await ask('POST', `/orgs/${org}/analyses`, {})).status).toBe(202);
    await quiet();
    expect(await written(number, sha)).toMatch(DETAILS);
    await github.setPrivate('acme/infra', false);
    await quiet();
    expect(await written(number, sha)).not.toMatch(DETAILS);
    const comments = await github.comments('acme/infra', number);
    expect(comments).toMatchObject([
      { body: expect.stringContaining('Merging would overwrite live changes of 1 resource') },
    ]);
  });

  test('writes only the verdict and a link into a public repository, in the check, the comment and the issue', async () => {
    const { number, sha } = await open();
    expect((await ask('POST', `/orgs/${org}/analyses`, {})).status).toBe(202);
    await quiet();
    const text = await written(number, sha);
    expect(text).not.toMatch(DETAILS);
    expect(text).toContain('Merging would overwrite live changes of 1 resource');
    expect(await github.issues('acme/infra')).toMatchObject([{ state: 'open' }]);
  });

  test('analyzes a fork only after a writer asks, and again after a push', async () => {
    const before = await count();
    const { branch, number, sha } = await open({ by: 'mallory', foreign: 'mallory/infra' });
    const waits = [
      { status: 'completed', conclusion: 'neutral', output: { title: 'Not checked: waits for a maintainer' } },
    ];
    expect(await github.checks('acme/infra', sha)).toMatchObject(waits);
    await github.comment('acme/infra', number, 'plumbline scan', { by: 'mallory', association: 'CONTRIBUTOR' });
    await quiet();
    expect([await count(), await github.comments('acme/infra', number)]).toMatchObject([
      before,
      [{ body: 'plumbline scan' }],
    ]);
    await github.comment('acme/infra', number, 'plumbline scan', { by: 'grace' });
    await quiet();
    const title = 'Merging would overwrite live changes of 1 resource';
    expect(await github.checks('acme/infra', sha)).toMatchObject([{ output: { title } }]);
    const asked = await count();
    const next = await github.push('acme/infra', { branch, files: { 'network/c.tf': '# c\n' }, by: 'mallory' });
    await quiet();
    const [held] = await github.checks('acme/infra', next);
    expect([held]).toMatchObject(waits);
    await github.rerequest('acme/infra', held!.id, 'mallory');
    await quiet();
    expect(await count()).toBe(asked);
    await github.rerequest('acme/infra', held!.id, 'grace');
    await quiet();
    expect(await github.checks('acme/infra', next)).toMatchObject([{ id: held!.id, output: { title } }]);
  });
});
