import { afterAll, expect, test } from 'vitest';
import type { Given } from '../../src/sources/contract/kind.ts';
import type { SourceKindName } from '../../src/sources/contract/names.ts';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';
import { startStandIn, type StandInAnswer } from '../../testkit/sources/stand-in.ts';

const ways = createWays({ networks: ['loopback'], http: true });
afterAll(() => ways[Symbol.dispose]());

const STATES = 10_000;

/** A page of a list of states, starting at `from`. */
type Page = { from: number; names: string[]; next: string | undefined };

function pageOf(from: number, size: number): Page {
  const names = Array.from({ length: Math.min(size, STATES - from) }, (_, i) => `app-${from + i}`);
  return { from, names, next: from + size < STATES ? String(from + size) : undefined };
}

type Paged = {
  kind: SourceKindName;
  size: number;
  settings: (url: string) => Given;
  credentials: Given;
  fromOf: (url: URL, body: string) => number;
  answer: (page: Page) => StandInAnswer;
};

const at = (text: string | null | undefined) => Number(text ?? 0);

const KINDS: readonly Paged[] = [
  {
    kind: 'gcs',
    size: 1000,
    settings: (endpoint) => ({ bucket: 'states', endpoint }),
    credentials: { access_token: 'ya29.x' },
    fromOf: (url) => at(url.searchParams.get('pageToken')),
    answer: ({ names, next }) => ({
      body: {
        items: names.map((name) => ({ name: `${name}.tfstate`, size: '9', generation: '1' })),
        nextPageToken: next,
      },
    }),
  },
  {
    kind: 'kubernetes',
    size: 500,
    settings: (server) => ({ server, namespace: 'terraform' }),
    credentials: { token: 't' },
    fromOf: (url) => at(url.searchParams.get('continue')),
    answer: ({ names, next }) => ({
      body: {
        metadata: { continue: next ?? '' },
        items: names.map((name) => ({
          metadata: {
            name: `tfstate-default-${name}`,
            resourceVersion: '1',
            labels: { tfstateWorkspace: 'default', tfstateSecretSuffix: name },
          },
        })),
      },
    }),
  },
  {
    kind: 'hcp',
    size: 100,
    settings: (hostname) => ({ hostname, organization: 'acme' }),
    credentials: { token: 't' },
    fromOf: (url) => (at(url.searchParams.get('page[number]')) - 1) * 100,
    answer: ({ from, names, next }) => ({
      body: {
        data: names.map((name) => ({
          id: `ws-${name}`,
          attributes: { name },
          relationships: { 'current-state-version': { data: { id: 'sv-1' } } },
        })),
        meta: { pagination: { 'next-page': next === undefined ? null : from / 100 + 2 } },
      },
    }),
  },
  {
    kind: 'gitlab',
    size: 50,
    settings: (url) => ({ url, project: 'acme/infra' }),
    credentials: { token: 't' },
    fromOf: (_, body) => at((JSON.parse(body) as { variables: { after: string | null } }).variables.after),
    answer: ({ names, next }) => ({
      body: {
        data: {
          project: {
            terraformStates: {
              nodes: names.map((name) => ({ name, latestVersion: { id: '1', serial: 1, updatedAt: 'x' } })),
              pageInfo: { hasNextPage: next !== undefined, endCursor: next ?? null },
            },
          },
        },
      },
    }),
  },
];

test.each(KINDS)('lists 10,000 states of $kind page by page, and none before it is taken', async (paged) => {
  let sent = 0;
  await using server = await startStandIn(({ url, body }) => {
    const page = pageOf(paged.fromOf(url, body.toString()), paged.size);
    sent += page.names.length;
    return paged.answer(page);
  });
  const { settings, credentials } = { settings: paged.settings(server.url), credentials: paged.credentials };
  const source = SOURCE_KINDS[paged.kind].open({ settings, credentials, narrower: '' }, ways);
  const keys = new Set<string>();
  let held = 0;
  for await (const { key } of source.list()) {
    keys.add(key);
    held = Math.max(held, sent - keys.size);
  }
  expect(keys.size).toBe(STATES);
  expect(sent).toBe(STATES);
  expect(held).toBeLessThan(paged.size);
});
