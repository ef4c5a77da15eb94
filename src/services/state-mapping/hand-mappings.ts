import { AppError, type FieldError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { HandMapping } from '../../engine/mapping/types.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { listVisibleIds } from '../../store/queries/repositories.ts';
import { getStateMappings as query, lockStateMappings, saveStateMappings } from '../../store/queries/state-mappings.ts';
import { compileGlob, matchesGlob } from '../../engine/model/glob.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import { audited } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { secretFields } from '../base/refuse-secrets.ts';
import { pathProblem } from '../repository-config/state-fields.ts';
import { inSlices } from '../base/in-slices.ts';
import { mappingFrom, ownerOf, readSources } from '../ownership/mapping.ts';
import { scoped } from '../../store/scope.ts';

/** The hand mappings of an organization. `version` grows with every change; 0 means that there never were any. */
export type StateMappings = { version: number; mappings: HandMapping[] };

/** The hand mappings of an organization, in the order of their precedence. */
export async function getStateMappings(ctx: Ctx, input: { org_id: string }): Promise<StateMappings> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'read');
  const { version, mappings } = (await query(scoped(ctx.store.db, { org_id: id }))) ?? { version: 0, mappings: [] };
  return { version, mappings };
}

/** Throws 422 for mappings with an unknown repository, an invalid directory, or a secret. */
function refuseMappings(mappings: readonly HandMapping[], repositories: ReadonlySet<string>): void {
  const fields = mappings.flatMap(({ state, repo_id: repo, path }, i): FieldError[] => {
    const odd = path === undefined ? undefined : pathProblem(path);
    const strange = repo !== null && !repositories.has(repo);
    return [
      ...secretFields({ state, path }, `/mappings/${i}`),
      ...(strange ? [{ path: `/mappings/${i}/repo_id`, message: 'is no repository of this organization' }] : []),
      ...(odd === undefined ? [] : [{ path: `/mappings/${i}/path`, message: odd }]),
    ];
  });
  if (fields.length > 0) throw new AppError('invalid_input', 'A mapping cannot be taken: see errors.', { fields });
}

/** A mapping as it is stored: fields in a fixed order, secrets in its reason masked. */
const stored = ({ state, repo_id, path, reason }: HandMapping): HandMapping => ({
  state,
  repo_id,
  ...(path !== undefined && { path }),
  ...(reason !== undefined && { reason: maskText(reason) }),
});

const asJson = (mapping: HandMapping): JsonObject => ({ ...stored(mapping) });

/**
 * Replaces the list of hand mappings; with `version`, only if that is still the current version: 409 if somebody else
 * changed the list since it was read. 422 for a repository that is not the organization's, unless it was in the list
 * before.
 */
export async function replaceStateMappings(
  ctx: Ctx,
  input: { org_id: string; version?: number; mappings: readonly HandMapping[] },
): Promise<StateMappings> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'write');
  const mappings = input.mappings.map(stored);
  return audited<StateMappings>(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    const before = await lockStateMappings(tenant);
    const there = await listVisibleIds(tenant);
    refuseMappings(input.mappings, new Set([...there, ...before.mappings.flatMap((one) => one.repo_id ?? [])]));
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError(
        'conflict',
        `The mappings have been changed meanwhile (version ${before.version}, not ${input.version}): read them again.`,
      );
    const detail = { before: before.mappings.map(asJson), after: mappings.map(asJson) };
    if (JSON.stringify(detail.before) === JSON.stringify(detail.after))
      return { result: { version: before.version, mappings }, event: null };
    const version = before.version + 1;
    await saveStateMappings(tenant, { version, mappings });
    const target = { kind: 'state_mappings', id: org_id };
    return { result: { version, mappings }, event: { org_id, action: 'state_mappings.replace', target, detail } };
  });
}

type Owner = ReturnType<typeof ownerOf>;

/** The effect of a list of hand mappings. */
export type MappingPreview = {
  /** The number of states that would get another owner or directory. */
  changed: number;
  /** The first of these, by key. */
  changes: { key: string; before: Owner; after: Owner }[];
  /** For each mapping, in their order, the number of states that it decides. */
  decides: number[];
  /** False if not all states were checked in time: the others may change as well. */
  complete: boolean;
};

const MAX_SHOWN = 100;
/** The time limit for matching patterns: thousands of them on ten thousand states would take a minute. */
const MAX_MS = 15_000;

/**
 * The known states that would get another owner or directory with this list of hand mappings. Changes nothing. 422 as
 * `replaceStateMappings`.
 */
export async function previewStateMappings(
  ctx: Ctx,
  input: { org_id: string; mappings: readonly HandMapping[] },
  signal?: AbortSignal,
): Promise<MappingPreview> {
  const { id: org_id } = await fetchOrganization(ctx, input.org_id, 'read');
  const { db } = ctx.store;
  const sources = await readSources(db, { org_id });
  const [now, then] = [mappingFrom(sources), mappingFrom({ ...sources, hand: input.mappings })];
  const tenant = scoped(db, { org_id });
  const there = new Set(await listVisibleIds(tenant));
  refuseMappings(input.mappings, new Set([...there, ...sources.hand.flatMap((one) => one.repo_id ?? [])]));
  // Mappings to repositories that are no longer accessible are skipped.
  const globs = input.mappings.map(({ state, repo_id }) =>
    repo_id === null || there.has(repo_id) ? compileGlob(state) : undefined,
  );
  const preview: MappingPreview = { changed: 0, changes: [], decides: globs.map(() => 0), complete: false };
  const keys = await listStateKeys(tenant);
  preview.complete = await inSlices(keys, { leftMs: MAX_MS, signal }, (key) => {
    const first = globs.findIndex((glob) => glob !== undefined && matchesGlob(glob, key));
    if (first >= 0) preview.decides[first] = (preview.decides[first] ?? 0) + 1;
    const [before, after] = [ownerOf(now, now.explain(key)), ownerOf(then, then.explain(key))];
    if (before.repo_id === after.repo_id && before.path === after.path) return;
    preview.changed += 1;
    if (preview.changes.length < MAX_SHOWN) preview.changes.push({ key, before, after });
  });
  return preview;
}
