import { createSemaphore } from '../base/semaphore.ts';
import { SourceProblem, type StateSource } from '../base/state-source.ts';
import { azurerm } from './azurerm/source.ts';
import { consul } from './consul/source.ts';
import type { SourceKind, Ways } from './contract/kind.ts';
import { directory } from './directory/source.ts';
import { gcs } from './gcs/source.ts';
import { gitlab } from './gitlab/source.ts';
import { hcp } from './hcp/source.ts';
import { http } from './http/source.ts';
import type { SourceKindName } from './contract/names.ts';
import { kubernetes } from './kubernetes/source.ts';
import { pg } from './pg/source.ts';
import { s3 } from './s3/source.ts';

/** Concurrent requests of one source: its server has other users, too. */
const AT_ONCE = 6;
/** Requests in a row without finding a state. A stranger's server may return endless pages. */
const MAX_FRUITLESS = 10_000;

function opened(kind: SourceKind, input: Parameters<SourceKind['open']>[0], ways: Ways): StateSource {
  const turns = createSemaphore(AT_ONCE);
  let fruitless = 0;
  const source = kind.open(input, {
    ...ways,
    async ask(url, options) {
      fruitless += 1;
      if (fruitless > MAX_FRUITLESS)
        throw new SourceProblem(
          'source_unreachable',
          `The list has no end: ${MAX_FRUITLESS} answers in a row named no state. Limit it to the part where states lie.`,
        );
      const release = await turns.acquire(options.signal);
      try {
        options.signal?.throwIfAborted();
        return await ways.ask(url, options);
      } finally {
        release?.();
      }
    },
  });
  const anew = <T>(value: T): T => {
    fruitless = 0;
    return value;
  };
  return {
    ...source,
    async *list(signal) {
      anew(undefined);
      for await (const object of source.list(signal)) yield anew(object);
    },
    read: async (key, signal) => anew(await source.read(key, signal)),
    etag: async (key, signal) => anew(await source.etag(key, signal)),
  };
}

const KINDS: Record<SourceKindName, SourceKind> = {
  s3,
  gcs,
  azurerm,
  hcp,
  gitlab,
  http,
  pg,
  kubernetes,
  consul,
  directory,
};

/** Opens each kind of source; every opened source limits its own concurrency. */
export const SOURCE_KINDS = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [name, { open: (given, ways) => opened(kind, given, ways) }]),
) as Record<SourceKindName, SourceKind>;
