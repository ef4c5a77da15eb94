import { compileGlob, matchesGlob } from '../../drift/rules/glob.ts';
import type { Resolution } from '../../drift/mapping/resolve.ts';
import type { HandMapping } from '../../drift/mapping/types.ts';
import { listVisibleIds } from '../../store/queries/repositories.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { inSlices } from '../base/in-slices.ts';
import { fetchOrganization } from '../access/organization.ts';
import { mappingFrom, readSayings, type Mapping } from '../ownership/mapping.ts';
import { refuseMappings } from './hand-mappings.ts';

/** Whose a state is: a repository's, or, where there is none, the organization's. */
type Owner = { repo_id: string | null; repo_full_name: string | null; path: string | null; why: string | null };

/** What a list of mappings by hand would change. */
export type MappingPreview = {
  /** How many states would be somebody else's, or of another directory. */
  changed: number;
  /** The first of them, by key. */
  changes: { key: string; before: Owner; after: Owner }[];
  /** For each mapping, in their order, how many states it decides. */
  decides: number[];
  /** False where not all states could be looked at in time: the others may change, too. */
  complete: boolean;
};

const MOST_SHOWN = 100;
/** Of asking patterns: thousands of them for ten thousand states would take a minute. */
const MOST_MS = 15_000;

function ownerIn({ names }: Mapping, { belongs, why }: Resolution): Owner {
  if (!belongs) return { repo_id: null, repo_full_name: null, path: null, why: why ?? null };
  const { repo_id, path } = belongs;
  return { repo_id, repo_full_name: names.get(repo_id) ?? repo_id, path, why: belongs.why };
}

/** Tells what replacing the list of what was mapped by hand would change of the states that are known. Changes nothing. 422 as the replacement itself. */
export async function previewStateMappings(
  ctx: Ctx,
  input: { org_id: string; mappings: readonly HandMapping[] },
  signal?: AbortSignal,
): Promise<MappingPreview> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { db } = ctx.store;
  const said = await readSayings(db, { org_id });
  const [now, then] = [mappingFrom(said), mappingFrom({ ...said, hand: input.mappings })];
  const there = new Set(await listVisibleIds(db, { org_id }));
  refuseMappings(input.mappings, new Set([...there, ...said.hand.flatMap((one) => one.repo_id ?? [])]));
  // One for a repository that cannot be seen any more is passed over.
  const globs = input.mappings.map(({ state, repo_id }) =>
    repo_id === null || there.has(repo_id) ? compileGlob(state) : undefined,
  );
  const preview: MappingPreview = { changed: 0, changes: [], decides: globs.map(() => 0), complete: false };
  const keys = await listStateKeys(db, { org_id });
  preview.complete = await inSlices(keys, { leftMs: MOST_MS, signal }, (key) => {
    const first = globs.findIndex((glob) => glob !== undefined && matchesGlob(glob, key));
    if (first >= 0) preview.decides[first] = (preview.decides[first] ?? 0) + 1;
    const [before, after] = [ownerIn(now, now.explain(key)), ownerIn(then, then.explain(key))];
    if (before.repo_id === after.repo_id && before.path === after.path) return;
    preview.changed += 1;
    if (preview.changes.length < MOST_SHOWN) preview.changes.push({ key, before, after });
  });
  return preview;
}
