import { setTimeout as sleep } from 'node:timers/promises';
import { fakeState } from '../../testkit/fake-world.ts';
import { ownKey, type Ask } from '../../testkit/instance.ts';
import type { GitHub } from '../../testkit/github/start.ts';
import type { openStateWorld } from '../../testkit/state-world.ts';

/** The states of all tenants, and the code host that the hostile tenant pushes to. */
export type World = Awaited<ReturnType<typeof openStateWorld>> & { github: GitHub };
export type Tenant = { org: string; key: string; ask: Ask; url: string };

/** An expensive action of one tenant. It is prepared once, and then repeated until the signal aborts. */
export type Act = {
  prepare(world: World): Promise<void>;
  run(tenant: Tenant, signal: AbortSignal, world: World): Promise<void>;
};

const MANY_STATES = 3_000;
const MANY_KEYS = 200_000;
const IMPORTED_LINES = 1_000;
const IMPORTS_AT_ONCE = 8;
const PUTS_AT_ONCE = 32;
const REPOSITORY = 'hostile/infra';
const YAML_BYTES = 256 * 1024;

/** Requests analyses of the states under a prefix, with `atOnce` of them pending at any time. */
async function analyse(tenant: Tenant, prefix: string, atOnce: number, signal: AbortSignal): Promise<void> {
  const asking = async (): Promise<void> => {
    while (!signal.aborted) {
      const { body } = await tenant.ask('POST', `/orgs/${tenant.org}/analyses`, { state_prefix: prefix }, ownKey());
      for (let status = 'queued'; !signal.aborted && (status === 'queued' || status === 'running'); await sleep(500))
        status = String((await tenant.ask('GET', `/analyses/${String(body.id)}/overview`)).body.status);
      if (signal.aborted) await tenant.ask('POST', `/analyses/${String(body.id)}/cancel`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, asking));
}

async function importing(tenant: Tenant, signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    const body = Array.from({ length: IMPORTED_LINES }, (_, n) =>
      JSON.stringify({
        resource: `aws_instance.${crypto.randomUUID()}`,
        summary: `Instance ${round}/${n} was resized by hand during the incident, and its disk was replaced by a larger one`,
        date: '2026-01-02',
      }),
    ).join('\n');
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/x-ndjson' };
    const answer = await fetch(`${tenant.url}/api/v1/orgs/${tenant.org}/incidents/import`, {
      method: 'POST',
      headers,
      body,
    });
    const text = await answer.text();
    // A rate limit is an acceptable response; any other error would make the figures meaningless.
    if (answer.status >= 400 && ![409, 429, 503].includes(answer.status)) throw new Error(`import: ${text}`);
    if (answer.status >= 400) await sleep(200);
  }
}

/**
 * A settings file of the maximum size with an error in every line. It differs in each round, since results are cached.
 */
function mistakes(round: number): string {
  const head = `version: 1\n# ${round}\n`;
  return head + `"\n`.repeat(Math.floor((YAML_BYTES - head.length) / 2));
}

/** Pushes repeatedly. Throws if the server read none of them, which would make the figures meaningless. */
async function pushing({ org, ask }: Tenant, signal: AbortSignal, { github }: World): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    await github.push(REPOSITORY, { files: { '.plumbline.yml': mistakes(round) } });
    await sleep(500);
  }
  const { body } = await ask('GET', `/orgs/${org}/repos`);
  const text = JSON.stringify(body);
  if (!text.includes('.plumbline.yml')) throw new Error(`the settings of ${REPOSITORY} were not read: ${text}`);
}

/** The actions by name. Each is measured alone, so that a figure shows its cause. */
export const ACTS: Record<string, Act> = {
  [`two analyses of ${MANY_STATES} states`]: {
    async prepare(world) {
      const names = Array.from({ length: MANY_STATES }, (_, n) => `hostile/many/${n}.tfstate`);
      const next = names.values();
      const put = async () => {
        for (const name of next) await world.put(name, fakeState({ one: { live: '{"note":"b"}' }, two: {} }));
      };
      await Promise.all(Array.from({ length: PUTS_AT_ONCE }, put));
    },
    run: (tenant, signal) => analyse(tenant, 'many/', 2, signal),
  },
  [`a state with a map of ${MANY_KEYS} keys`]: {
    async prepare(world) {
      const keys = Array.from({ length: MANY_KEYS }, (_, n) => [`key-${n}`, `value-${n}`] as const);
      const live = JSON.stringify({ tags: Object.fromEntries(keys.map(([key, value]) => [key, `${value}-changed`])) });
      await world.put('hostile/large/a.tfstate', fakeState({ large: { tags: Object.fromEntries(keys), live } }));
    },
    run: (tenant, signal) => analyse(tenant, 'large/', 2, signal),
  },
  [`${IMPORTS_AT_ONCE} imports of ${IMPORTED_LINES} lines at once`]: {
    prepare: () => Promise.resolve(),
    async run(tenant, signal) {
      await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, () => importing(tenant, signal)));
    },
  },
  [`a .plumbline.yml of ${YAML_BYTES / 1024} KB pushed again and again`]: {
    prepare: ({ github }) => github.put(REPOSITORY, { 'main.tf': '' }).then(() => undefined),
    run: pushing,
  },
};
