import type { StateObject, StateSource } from '../../base/state-source.ts';
import { listingOnly, withMaskedKeys } from '../../engine/state/masked-keys.ts';
import type { Mapping } from '../ownership/mapping.ts';

/** The states that an analysis checks, and the states that may explain their drift. */
type InScope = { source: StateSource; everywhere?: readonly StateObject[] };

/**
 * Narrows an analysis of a repository to the states that it triggers: its own states, and the unowned states that it
 * claims, which its people cannot see. The other states may explain their drift. Undefined if it triggers no state.
 */
export async function statesInScope(
  source: StateSource,
  { mapping, repo_id: repoId }: { mapping: Mapping; repo_id: string | null },
  signal: AbortSignal,
): Promise<InScope | undefined> {
  if (repoId === null) return { source };
  const shown = withMaskedKeys(source);
  const everywhere = await Array.fromAsync(shown.list(signal));
  const own = everywhere.filter(({ key }) => mapping.triggeredBy(repoId, key));
  if (own.length === 0) return undefined;
  return { source: listingOnly(shown, own), everywhere };
}
