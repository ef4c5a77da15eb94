import { createSemaphore } from '../base/semaphore.ts';
import { azurerm } from './azurerm/source.ts';
import { consul } from './consul/source.ts';
import type { SourceKind, Ways } from './contract/kind.ts';
import { directory } from './directory/source.ts';
import { gcs } from './gcs/source.ts';
import { gitlab } from './gitlab/source.ts';
import { hcp } from './hcp/source.ts';
import { http } from './http/source.ts';
import type { SourceKindName } from './kinds.ts';
import { kubernetes } from './kubernetes/source.ts';
import { pg } from './pg/source.ts';
import { s3 } from './s3/source.ts';

/** Requests of one source at a time: others use its server, too. */
const AT_ONCE = 6;

function paced(ways: Ways): Ways {
  const turns = createSemaphore(AT_ONCE);
  return {
    ...ways,
    async ask(url, options) {
      const release = await turns.acquire(options.signal);
      try {
        options.signal?.throwIfAborted();
        return await ways.ask(url, options);
      } finally {
        release?.();
      }
    },
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

/** How each kind of source is opened; every opened one takes turns of its own. */
export const SOURCE_KINDS = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [name, { open: (given, ways) => kind.open(given, paced(ways)) }]),
) as Record<SourceKindName, SourceKind>;
