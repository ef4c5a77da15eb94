import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptClaims } from '../../../testkit/accept-claims.ts';
import { databases } from '../../../testkit/database.ts';
import { fakeState, fakeWorldOn } from '../../../testkit/fake-world.ts';
import { NEED } from '../../../testkit/provider-rig.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { heldRepository } from '../../../testkit/repository-files.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { LockedVersion } from '../../provider/contract/types.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import type { Repository } from '../repositories/list.ts';
import type { State } from '../state-mapping/list-states.ts';
import { readRepository } from '../state-mapping/read-repository.ts';
import { runAnalysis } from './run.ts';
import { scoped } from '../../store/scope.ts';

const moved = { note: 'a', size: 1, tags: { team: 'x', env: 'x' } };
const things = (name: string): Record<string, JsonObject> => ({
  [`${name}_note`]: { ...moved, live: '{"note":"b"}' },
  [`${name}_tags`]: { ...moved, live: '{"tags":{"team":"y","env":"x"}}' },
  [`${name}_gone`]: { note: 'a', on_read: ['deleted'] },
});

describe.each(await databases())('analyses and repositories on $kind', ({ open }) => {
  let world: Awaited<ReturnType<typeof fakeWorldOn>>;
  let bucket: string;
  let net: string;
  let app: string;
  const locked = new Map<string, LockedVersion | undefined>();

  beforeAll(async () => {
    world = await fakeWorldOn(open);
    const { store, org, deps } = world;
    const providers: typeof deps.providers = {
      ...deps.providers,
      use(need, config, task, signal) {
        locked.set(need.source, need.locked);
        return deps.providers.use({ ...need, locked: undefined }, config, task, signal);
      },
    };
    await world.api.services.queue.work('analysis', {}, (job, context) =>
      runAnalysis({ ...deps, providers }, job, context),
    );
    const tenant = scoped(store.db, { org_id: org.id });
    bucket = (await getCloudConfig(tenant, 'aws'))?.state_bucket ?? '';
    await updateOrganization(store.db, org.id, { installation_id: 4711 });
    for (const key of ['net', 'env:/prod/app', 'shared']) {
      const name = key.slice(-3);
      world.states.set(key, fakeState(things(name)));
    }
    net = await repository(1, 'acme/net', {
      'infra/backend.tf': `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n    key = "net"\n  }\n}\n`,
      'infra/provider.tf': 'provider "fake" {\n  ignore_tags {\n    keys = ["team"]\n  }\n}\n',
      'infra/.terraform.lock.hcl': `provider "${NEED.source}" {\n  version = "9.9.9"\n}\n`,
      '.plumbline.yml': 'version: 1\nignore:\n  - id: gone\n    address: "*_gone"\n    reason: It comes back\n',
    });
    app = await repository(2, 'acme/app', {
      'main.tf': 'terraform {\n  backend "s3" {}\n}\n',
      'prod.tfbackend': `bucket = "${bucket}"\nkey = "app"\n`,
    });
    await acceptClaims(tenant);
  });
  afterAll(() => world.close());

  async function repository(number: number, full_name: string, files: Record<string, string>): Promise<string> {
    const { store, org, api } = world;
    const facts = { full_name, private: true, default_branch: 'main' };
    const { id } = await saveRepository(
      scoped(store.db, { org_id: org.id }),
      { codehost: 'github', external_id: number },
      facts,
    );
    const apps = new Map([['github', heldRepository(files).app]]);
    const run = { signal: new AbortController().signal, last: true };
    await readRepository({ ...api.services, apps }, { org_id: org.id, repo_id: id }, run);
    return id;
  }
  async function analyse(body: object = {}): Promise<Analysis> {
    const { id } = (await world.ask<Analysis>('POST', `/orgs/${world.org.id}/analyses`, body)).body;
    return world.until(id);
  }
  const get = async <T>(path: string) => (await world.ask<T>('GET', `/orgs/${world.org.id}${path}`)).body;
  const driftOf = ({ findings }: Analysis) =>
    findings.map(({ resource, state_key }) => `${state_key} ${resource}`).toSorted();
  const ownersOf = ({ states }: Analysis) => Object.fromEntries(states.map(({ key, repo_id }) => [key, repo_id]));

  test('reports the owner of each state, and applies the settings of its repository', async () => {
    const analysis = await analyse();
    expect(ownersOf(analysis)).toEqual({ net, 'env:/prod/app': app, shared: null });
    expect(driftOf(analysis)).toEqual([
      'env:/prod/app fake_thing.app_gone',
      'env:/prod/app fake_thing.app_note',
      'env:/prod/app fake_thing.app_tags',
      // Its repository ignores the team tag and the deleted resource.
      'net fake_thing.net_note',
      'shared fake_thing.red_gone',
      'shared fake_thing.red_note',
      'shared fake_thing.red_tags',
    ]);
    expect(analysis.ignore_rules).toMatchObject([
      { id: 'acme/net:gone', source: 'file', use: 'used', instances: 1, ignored: 1 },
    ]);
    expect(analysis.coverage.find(({ resource }) => resource === 'fake_thing.net_gone')?.ignored_by).toEqual([
      { id: 'acme/net:gone', source: 'file' },
    ]);
  });

  test('assigns incidents to the repository that owns their state', async () => {
    const [one] = await get<{ repo_id: string | null }[]>('/incidents?resource=fake_thing.net_note');
    expect(one?.repo_id).toBe(net);
  });

  test('checks only the states of one repository, with the versions of its lock file', async () => {
    const analysis = await analyse({ repo_id: net });
    expect([analysis.repo_id, ownersOf(analysis), driftOf(analysis)]).toEqual([
      net,
      { net },
      ['net fake_thing.net_note'],
    ]);
    expect(locked.get(NEED.source)).toEqual({ version: '9.9.9', hashes: [] });
    const open = await get<{ status: string }[]>('/incidents?status=open&limit=100');
    expect(open).toHaveLength(7);
  });

  test('lists states with their owners and the reason, and repositories with their states', async () => {
    const states = await get<State[]>('/states');
    expect(states.map(({ key, repo_full_name, path, why }) => [key, repo_full_name, path, why])).toEqual([
      ['env:/prod/app', 'acme/app', '.', 'backend "s3" in main.tf with prod.tfbackend'],
      ['net', 'acme/net', 'infra', 'backend "s3" in infra/backend.tf'],
      ['shared', null, null, null],
    ]);
    const looks = states.map(({ severity, counts }) => [severity, counts?.resources, counts?.changed]);
    expect(looks).toEqual([
      ['high', 3, 2],
      ['medium', 3, 1],
      ['high', 3, 2],
    ]);
    expect((await get<State[]>(`/states?repo_id=${net}`)).map(({ key }) => key)).toEqual(['net']);
    const repositories = await get<Repository[]>('/repos');
    expect(repositories.map(({ states: own, state_count, mapping }) => [own, state_count, mapping?.problems])).toEqual([
      [[{ key: 'env:/prod/app', path: '.' }], 1, []],
      [[{ key: 'net', path: 'infra' }], 1, []],
    ]);
  });

  test('prefers hand mappings and reports them; reports a repository without states', async () => {
    const mappings = [{ state: 'net', repo_id: app, path: 'old', reason: 'It moves' }];
    const path = `/orgs/${world.org.id}/state-mappings`;
    expect((await world.ask('PUT', path, { version: 0, mappings })).body).toEqual({ version: 1, mappings });
    const [, state] = await get<State[]>('/states');
    expect(state).toMatchObject({ repo_id: app, path: 'old', source: 'api', why: 'set by hand: It moves' });
    expect(state?.also_claimed_by).toMatchObject([{ repo_full_name: 'acme/net', path: 'infra' }]);
    const [, other] = await get<Repository[]>('/repos');
    expect([other?.states, other?.mapping?.problems]).toEqual([
      [],
      [{ path: '', detail: "it claims the state net, which is acme/app's." }],
    ]);
    const analysis = await analyse({ repo_id: net });
    expect([analysis.status, analysis.error?.code]).toEqual(['failed', 'no_states']);
    expect((await world.ask('PUT', path, { version: 1, mappings: [] })).status).toBe(200);
  });

  test('lists a deleted state no more after the next full analysis', async () => {
    world.states.delete('shared');
    await analyse({ repo_id: net });
    expect(await get<State[]>('/states')).toHaveLength(3);
    await analyse();
    expect((await get<State[]>('/states')).map(({ key }) => key)).toEqual(['env:/prod/app', 'net']);
  });
});
