import { describe, expect, test } from 'vitest';
import { acceptClaims } from '../../../testkit/accept-claims.ts';
import { databases } from '../../../testkit/database.ts';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { findingOf } from '../../../testkit/stored-analysis.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { heldRepository, type HeldRepository } from '../../../testkit/repository-files.ts';
import { FACTS_VERSION } from '../../engine/mapping/types.ts';
import { saveCloudConfig } from '../../store/queries/cloud-configs.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { getRepository } from '../../store/queries/repositories.ts';
import { listProviderFiles } from '../../store/queries/repository-files.ts';
import { listReadings, listStale } from '../../store/queries/repository-readings.ts';
import type { Store } from '../../store/database.ts';
import { within, scoped } from '../../store/scope.ts';
import { CodeHostProblem } from '../codehosts/port.ts';
import { rulesInForce } from '../ignore-rules/in-force.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { nextSteps } from '../views/next-steps.ts';
import { sourceLine } from '../views/source-line.ts';
import { mapRepository } from '../triggers/follow.ts';
import { repositorySettings } from './repository-settings.ts';
import { repositoryMapping } from './repository-mapping.ts';
import { readRepository } from './read-repository.ts';

const block = (key: string) => `terraform {\n  backend "s3" {\n    bucket = "states"\n    key    = "${key}"\n  }\n}\n`;

describe.each(await databases())('reading a repository on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let count = 0;

  withApi(open, (made) => ({ store, api } = made));

  async function repository(files: Record<string, string>, branch: string | null = 'main') {
    const number = ++count;
    const { id } = await api.organization(`acme-${number}`, 'admin');
    const scope = { org_id: id };
    await updateOrganization(store.db, id, { installation_id: number });
    await saveCloudConfig(scoped(store.db, { org_id: id }), 'aws', { state_bucket: 'states' });
    const facts = { full_name: `acme-${number}/infra`, private: true, default_branch: branch };
    const { id: repo_id } = await saveRepository(
      scoped(store.db, { org_id: id }),
      { codehost: 'github', external_id: number },
      facts,
    );
    const held = heldRepository(files);
    const read = (last = true) =>
      readRepository(
        { ...api.services, apps: new Map([['github', held.app]]) },
        { ...scope, repo_id },
        { signal: new AbortController().signal, last },
      );
    const problems = async () => (await listReadings(scoped(store.db, scope), [repo_id])).get(repo_id)?.problems;
    /** The mapping after an admin has accepted all claims. */
    const mapping = async () => {
      await acceptClaims(scoped(store.db, { org_id: id }));
      return mappingOf(scoped(store.db, scope));
    };
    return { scope, repo_id, held, read, problems, mapping };
  }
  const readsOf = ({ reads }: HeldRepository) => reads.splice(0).toSorted();

  test('maps states to their repository, and reads a file again only after a change', async () => {
    const { scope, repo_id, held, read, problems, mapping } = await repository({
      'infra/net/main.tf': `${block('net.tfstate')}module "a" {\n  source = "../../modules/a"\n}\n`,
      'infra/net/.terraform.lock.hcl': 'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n}\n',
      'modules/a/main.tf': 'module "none" {\n  source = "x/y/z"\n}\n',
      'README.md': '# not read',
      'src/app.hcl': 'not read, since every backend is whole',
      '.plumbline.yml': 'version: 1\nstates:\n  - key: "legacy/*"\n    path: old\n',
    });
    await read();
    expect(readsOf(held)).toEqual([
      '.plumbline.yml',
      'infra/net/.terraform.lock.hcl',
      'infra/net/main.tf',
      'modules/a/main.tf',
    ]);
    const first = await mapping();
    expect(first.of('net.tfstate')).toEqual({
      repo_id,
      path: 'infra/net',
      whole: false,
      source: 'backend',
      why: 'backend "s3" in infra/net/main.tf',
    });
    expect([first.of('legacy/x')?.path, first.of('other')]).toEqual(['old', undefined]);
    const own = await repositoryMapping(scoped(store.db, scope), repo_id);
    const touched = own.touched([{ path: 'modules/a/x.tf' }]);
    expect([touched('net.tfstate'), touched('legacy/x'), touched('other')]).toEqual([true, false, false]);
    expect(own.directories).toEqual(['infra/net', 'old']);
    expect(await problems()).toEqual([]);

    held.files.set('infra/net/main.tf', block('moved.tfstate')).delete('.plumbline.yml');
    await read();
    expect(readsOf(held)).toEqual(['infra/net/main.tf']);
    const second = await mapping();
    expect([second.of('net.tfstate'), second.of('moved.tfstate')?.path, second.of('legacy/x')]).toEqual([
      undefined,
      'infra/net',
      undefined,
    ]);
    await read();
    expect(readsOf(held)).toEqual([]);
    const { rows } = {
      rows: await within(store.db, 'instance')
        .selectFrom('repository_files')
        .select('path')
        .where('org_id', '=', scope.org_id)
        .execute(),
    };
    expect(rows.map(({ path }) => path)).not.toContain('.plumbline.yml');
  });

  test('forgets deleted files whose facts an earlier version stored', async () => {
    const { scope, repo_id, held, read } = await repository({
      'net/main.tf': block('net.tfstate'),
      'net/.terraform.lock.hcl': 'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n}\n',
    });
    await read();
    const tenant = scoped(store.db, scope);
    const locks = () => listProviderFiles(tenant, [{ repo_id, directory: 'net' }]);
    expect(await locks()).toMatchObject([{ path: 'net/.terraform.lock.hcl' }]);
    await within(store.db, 'instance')
      .updateTable('repository_files')
      .set({ version: FACTS_VERSION - 1 })
      .where('repo_id', '=', repo_id)
      .execute();
    held.files.delete('net/.terraform.lock.hcl');
    await read();
    expect(await locks()).toEqual([]);
  });

  test('knows where resources are declared, in modules of the repository too', async () => {
    const { scope, repo_id, held, read, mapping } = await repository({
      'infra/net/main.tf': `${block('net.tfstate')}module "a" {\n  source = "../../modules/a"\n}\nmodule "vpc" {\n  source = "x/y/z"\n}\n`,
      'infra/net/queues.tf': '\nresource "aws_sqs_queue" "jobs" {\n}\n',
      'infra/net/queues_override.tf': 'resource "aws_sqs_queue" "jobs" {}\n',
      'modules/a/calls.tf': 'module "b" {\n  source = "../b"\n}\n',
      'modules/b/old.tf': 'resource "aws_vpc" "main" {}\n',
      'modules/b/old.tofu': '# newer\n\nresource "aws_vpc" "main" {}\n',
    });
    await read();
    const tenant = scoped(store.db, scope);
    const net = (await mapping()).of('net.tfstate')!;
    const of = (address: string) => sourceLine(tenant, net, address);
    expect(await of('aws_sqs_queue.jobs["a.b"]')).toEqual({ file: 'infra/net/queues.tf', line: 2 });
    expect(await of('module.a["x"].module.b[0].aws_vpc.main')).toEqual({ file: 'modules/b/old.tofu', line: 3 });
    for (const none of ['aws_sqs_queue.none', 'module.vpc.aws_vpc.this[0]', 'module.a.aws_vpc.main', 'nonsense'])
      expect([none, await of(none)]).toEqual([none, undefined]);
    expect(await sourceLine(tenant, { ...net, whole: true }, 'aws_sqs_queue.jobs')).toBeUndefined();
    expect(await sourceLine(scoped(store.db, { org_id: 'org_other' }), net, 'aws_sqs_queue.jobs')).toBeUndefined();
    // Only people who may see the repository get a link to it.
    const ctx = { store, apps: new Map([['github', { ...held.app, webUrl: 'https://github.com' }]]) };
    const finding = findingOf('aws_sqs_queue.jobs[0]', { state_key: 'net.tfstate' });
    const { full_name: name } = (await getRepository(tenant, repo_id))!;
    const code = async (one: typeof finding, repositories = [repo_id]) =>
      (await nextSteps(ctx, { ...scope, visible: { repositories, states: ['net.tfstate'] } }, one)).code;
    expect(await code(finding)).toMatchObject({
      file: 'infra/net/queues.tf',
      line: 2,
      url: `https://github.com/${name}/blob/main/infra/net/queues.tf#L2`,
    });
    expect(await code({ ...finding, resource: 'module.vpc.aws_vpc.this[0]' })).toMatchObject({
      file: null,
      line: null,
      url: `https://github.com/${name}/tree/main/infra/net`,
    });
    expect(await code(finding, [])).toBeNull();
    held.files.set('infra/net/queues.tf', '\n\n\nresource "aws_sqs_queue" "jobs" {\n}\n');
    await read();
    expect(await of('aws_sqs_queue.jobs')).toEqual({ file: 'infra/net/queues.tf', line: 4 });
  });

  test('reports unreadable files, and uses the rest', async () => {
    const { held, read, problems, mapping, repo_id } = await repository({
      'a/main.tf': block('a'),
      'b/main.tf': 'terraform {\n  backend "s3" {',
      'c/main.tf': `${block('c')}# ${'x'.repeat(1 << 20)}`,
      'd/.terraform.lock.hcl': 'nonsense',
      'e/main.tf': '# backend \u0000\ufffe',
      '.plumbline.yml': 'version: 1\nstates: [{key: "*"}]\nsecret: &a [*a]\n',
    });
    await read();
    expect((await mapping()).of('a')?.repo_id).toBe(repo_id);
    expect((await mapping()).of('c')).toBeUndefined();
    expect((await problems())?.map(({ path, detail }) => `${path}: ${detail.slice(0, 20)}`)).toEqual([
      'c/main.tf: is not read: it is t',
      '.plumbline.yml: line 3, column 13: a',
      'b/main.tf: is not read: line 1:',
      'd/.terraform.lock.hcl: is not used: line 1:',
    ]);
    held.files.set('a/main.tf', block('\\u0000nul'));
    await read();
    expect((await mapping()).of('a')).toBeUndefined();
  });

  test('resumes after a rate limit of the code host', async () => {
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`m${i}/main.tf`, block(`k${i}`)]));
    const { held, read, problems, mapping } = await repository(files);
    const { app } = held;
    let calls = 0;
    const limited: HeldRepository['app'] = {
      ...app,
      as: (id) => {
        const client = app.as(id);
        return {
          ...client,
          readBlob: (...args) => {
            if (++calls > 70) throw new CodeHostProblem('rate_limited', 'later', { retry_at: new Date() });
            return client.readBlob(...args);
          },
        };
      },
    };
    held.app = limited;
    await expect(read(false)).rejects.toThrow('later');
    expect(await problems()).toBeUndefined();
    held.app = app;
    const before = readsOf(held).length;
    await read();
    expect([before, readsOf(held).length]).toEqual([70, 70]);
    expect((await mapping()).of('k119')?.path).toBe('m119');
  });

  test('reads large repositories in parts, and queues the next part', async () => {
    const files = Object.fromEntries(Array.from({ length: 520 }, (_, i) => [`m${i}/x.tf`, block(`k${i}`)]));
    const { held, read, problems } = await repository({ ...files, 'z/backend.tf': block('z') });
    const before = (await api.services.queue.depth('map')).waiting;
    await read();
    expect(held.reads).toContain('z/backend.tf');
    expect([held.reads.length, await problems()]).toEqual([
      500,
      [{ path: '', detail: '21 files of it are still to be read.' }],
    ]);
    expect((await api.services.queue.depth('map')).waiting).toBe(before + 1);
    await read();
    expect([held.reads.length, await problems()]).toEqual([521, []]);
  });

  test('reports why a repository could not be read, and keeps the earlier mapping', async () => {
    const { held, read, problems, mapping, repo_id, scope } = await repository({ 'a/main.tf': block('a') });
    await read();
    held.files.set('a/main.tf', block('b'));
    held.failures.push(
      new CodeHostProblem('forbidden', 'The App lacks the permission contents.', { permission: 'contents' }),
    );
    await read();
    expect(await problems()).toEqual([
      { path: '', detail: 'could not be read: The App lacks the permission contents.' },
    ]);
    expect((await mapping()).of('a')?.repo_id).toBe(repo_id);
    // The next sync of the installation requests a read, whether or not somebody pushes.
    expect(await listStale(scoped(store.db, scope), FACTS_VERSION)).toEqual([{ id: repo_id, branch: 'main' }]);
    await read();
    expect(await listStale(scoped(store.db, scope), FACTS_VERSION)).toEqual([]);
    expect([await problems(), (await mapping()).of('b')?.repo_id]).toEqual([[], repo_id]);
    // The same after an update that stores other facts.
    expect(await listStale(scoped(store.db, scope), FACTS_VERSION + 1)).toEqual([{ id: repo_id, branch: 'main' }]);
    await within(store.db, 'instance')
      .updateTable('repositories')
      .set({ removed_at: new Date() })
      .where('id', '=', repo_id)
      .execute();
    expect((await mappingOf(scoped(store.db, scope))).of('b')).toBeUndefined();
  });

  test('limits what is stored of a repository, and reports it', async () => {
    const calls = Array.from({ length: 250 }, (_, i) => `module "m${i}" {\n  source = "./${'d'.repeat(450)}${i}"\n}\n`);
    const text = calls.join('');
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`m${i}/main.tf`, `# ${i}\n${text}`]));
    const { read, problems, held } = await repository(files);
    const before = (await api.services.queue.depth('map')).waiting;
    await read();
    expect(held.reads.length).toBeLessThan(120);
    expect(await problems()).toEqual([
      { path: '', detail: expect.stringMatching(/files of it are not read: the others/) },
    ]);
    expect((await api.services.queue.depth('map')).waiting).toBe(before);
  });

  test('handles the waiting event after the reading, or after its first failed try', async () => {
    const { held, scope, repo_id } = await repository({ 'a/main.tf': block('a') });
    const services = { ...api.services, apps: new Map([['github', held.app]]) };
    const event = { kind: 'push', before: 'b', after: 'a' } as const;
    const job = { ...scope, repo_id, afterwards: { job: { ...scope, repo_id, actor: null, event }, mark: 'b/a' } };
    const { signal } = new AbortController();
    const waiting = async () => (await api.services.queue.depth('trigger')).waiting;
    const before = await waiting();
    const away = new CodeHostProblem('unavailable', 'GitHub is away.');
    held.failures.push(away, away);
    await expect(mapRepository(services, job, { signal, attempt: 1, last: false })).rejects.toThrow(away);
    expect(await waiting()).toBe(before);
    await expect(mapRepository(services, job, { signal, attempt: 2, last: false })).rejects.toThrow(away);
    expect(await waiting()).toBe(before + 1);
    // An equal event is queued once.
    await mapRepository(services, job, { signal, attempt: 3, last: false });
    expect(await waiting()).toBe(before + 1);
    const next = { ...job, afterwards: { ...job.afterwards, mark: 'a/c' } };
    await mapRepository(services, next, { signal, attempt: 1, last: false });
    expect(await waiting()).toBe(before + 2);
  });

  test('finds ignore_changes and provider settings of a state, also in modules of the same repository', async () => {
    const ignoring = (resource: string, what: string) =>
      `resource "aws_instance" "${resource}" {\n  lifecycle {\n    ignore_changes = ${what}\n  }\n}\n`;
    const { scope, repo_id, read, mapping } = await repository({
      'infra/net/main.tf': `${block('net')}module "a" {\n  source = "../../modules/a"\n}\n${ignoring('web', '[tags["x"], ami]')}`,
      'infra/net/provider.tf': 'provider "aws" {\n  alias  = "west"\n  region = "us-west-2"\n}\n',
      'modules/a/main.tf': ignoring('web', 'all'),
      'infra/app/main.tf': block('app'),
      'outside/main.tf': ignoring('web', '[user_data]'),
    });
    await read();
    const { codeOf } = await repositorySettings(scoped(store.db, scope), {
      mapping: await mapping(),
      repo_id,
      given: {},
    });
    const web = { type: 'aws_instance', name: 'web' };
    const net = codeOf('net');
    expect(net?.ignoredOf(web)).toEqual({ paths: [['tags', 'x'], ['ami']], file: 'infra/net/main.tf' });
    expect(net?.ignoredOf({ ...web, module: 'module.a["k"]' })).toEqual({ paths: 'all', file: 'modules/a/main.tf' });
    const source = 'registry.terraform.io/hashicorp/aws';
    expect(net?.regionOf({ source, alias: 'west', text: `provider["${source}"].west` })).toBe('us-west-2');
    expect(codeOf('app')?.ignoredOf(web)).toBeUndefined();
    expect(codeOf('elsewhere')).toBeUndefined();
  });

  test('loads only the claims of other repositories, not their files and modules', async () => {
    const text = (name: string) =>
      `${block(name)}provider "aws" {\n  default_tags {\n    tags = { owner = "${name}" }\n  }\n}\nmodule "m" {\n  source = "../calls-${name}"\n}\n`;
    const lock = 'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n}\n';
    const rules = 'version: 1\nignore:\n  - id: r\n    address: "*"\n    attributes: [tags]\n    reason: why\n';
    const filesOf = (name: string) => ({
      [`${name}/main.tf`]: text(name),
      [`${name}/.terraform.lock.hcl`]: lock,
      [`no-root-of-${name}/.terraform.lock.hcl`]: lock,
      '.plumbline.yml': rules,
    });
    const { scope, repo_id, held, read } = await repository(filesOf('mine'));
    await read();
    const facts = { full_name: 'acme/other', private: true, default_branch: 'main' };
    const other = await saveRepository(
      scoped(store.db, { org_id: scope.org_id }),
      { codehost: 'github', external_id: ++count },
      facts,
    );
    held.files.clear();
    for (const [path, content] of Object.entries(filesOf('theirs'))) held.files.set(path, content);
    const services = { ...api.services, apps: new Map([['github', held.app]]) };
    const run = { signal: new AbortController().signal, last: true };
    await readRepository(services, { ...scope, repo_id: other.id }, run);
    await acceptClaims(scoped(store.db, { org_id: scope.org_id }));

    let loaded = '';
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        loaded += JSON.stringify(result.rows);
        return Promise.resolve(result);
      },
    });
    const loadedOf = () =>
      ['calls-mine', 'calls-theirs', '"lock":{', 'theirs/main.tf', other.id].filter((one) => loaded.includes(one));
    const tenant = scoped(db, scope);
    const mapping = await mappingOf(tenant);
    expect(loadedOf()).toEqual(['theirs/main.tf', other.id]);
    loaded = '';
    expect((await repositoryMapping(tenant, repo_id)).touched([{ path: 'calls-mine/x.tf' }])('mine')).toBe(true);
    expect(loadedOf()).toEqual(['calls-mine', 'theirs/main.tf', other.id]);
    loaded = '';
    const settings = await repositorySettings(tenant, { mapping, repo_id, given: {} });
    expect(settings.lockedFor('mine', 'registry.terraform.io/hashicorp/aws')?.version).toBe('5.1.0');
    expect(settings.lockedFor('theirs', 'registry.terraform.io/hashicorp/aws')).toBeUndefined();
    await rulesInForce({ tenant, mapping, repo_id, now: new Date() });
    expect(loadedOf()).toEqual(['"lock":{']);
    expect(loaded).not.toContain('no-root-of');
    // For all states, the files of the root modules of all repositories are read.
    loaded = '';
    const all = await repositorySettings(tenant, { mapping, repo_id: null, given: {} });
    expect(all.lockedFor('theirs', 'registry.terraform.io/hashicorp/aws')?.version).toBe('5.1.0');
    expect(loaded).not.toContain('no-root-of');
    expect(loadedOf()).toEqual(['"lock":{', 'theirs/main.tf', other.id]);
  });

  test('writes the audit log last, since it locks the organization’s log', async () => {
    const { scope, repo_id, held, read, mapping } = await repository({
      'a/main.tf': block('a'),
      'b/main.tf': block('b'),
    });
    await read();
    await mapping();
    held.files.delete('b/main.tf');
    const asked: string[] = [];
    const db = store.db.withPlugin({
      transformQuery({ node }) {
        const table = JSON.stringify(node).match(/"name":"(audit_events|repository_files|accepted_claims)"/)?.[1];
        if (node.kind !== 'SelectQueryNode' && table) asked.push(`${node.kind} ${table}`);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const services = { ...api.services, store: { ...store, db }, apps: new Map([['github', held.app]]) };
    const run = { signal: new AbortController().signal, last: true };
    await readRepository(services, { ...scope, repo_id }, run);
    expect(asked).toEqual([
      'DeleteQueryNode repository_files',
      'DeleteQueryNode accepted_claims',
      'InsertQueryNode audit_events',
    ]);
  });

  test('waits for the default branch to be known', async () => {
    const { read, problems } = await repository({ 'a/main.tf': block('a') }, null);
    await read();
    expect(await problems()).toEqual([{ path: '', detail: 'its default branch is not known yet.' }]);
  });
});
