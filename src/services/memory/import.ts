import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../../base/chunks.ts';
import { insertVectors } from '../../store/queries/embeddings.ts';
import { incidentsById, insertNewIncidents, knownIds } from '../../store/queries/incident-transfer.ts';
import { replaceSimilar } from '../../store/queries/similar-incidents.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import { quotaExceeded, quotaText, type WithQuotas } from '../quotas/quotas.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { inSlices } from '../base/in-slices.ts';
import { gaveUp } from '../base/turns.ts';
import type { WithEmbedder } from './services.ts';
import { contentId, fits, keptOf, problemOf, wasMasked, type ImportedIncident, type Kept } from './import-line.ts';
import { presentIncident } from './incident.ts';
import { locate, type IncidentRepository } from './import-projects.ts';
import { vectorsOf } from './models/vectors.ts';

/** A line of an import: its content, or the reason why it cannot be read. */
export type ImportLine = { line: number; value: ImportedIncident } | { line: number; problem: string };

/** The numbers of lines that were written, exist already, exist with other content, and were refused. */
export type ImportReport = {
  written: number;
  unchanged: number;
  conflicts: number;
  refused: number;
  /** The number of written lines in which something looked like a secret. */
  masked: number;
  /** The first conflicts and refusals. */
  problems: { line: number; id: string | null; message: string }[];
};

/** The maximal number of reported problems; every line may have one. */
const MAX_PROBLEMS = 50;

type Row = Kept & { repo_id: string | null };
type Candidate = { line: number; value: ImportedIncident; row: Row };
type Problem = ImportReport['problems'][number];

function prepare(where: (value: ImportedIncident) => IncidentRepository, now: Date) {
  return (one: ImportLine): Candidate | Problem => {
    if ('problem' in one) return { line: one.line, id: null, message: one.problem };
    const { line, value } = one;
    const refused = (message: string) => ({ line, id: value.id ?? null, message });
    const problem = problemOf(value);
    // An id that looks like a secret is not repeated.
    if (problem !== undefined) return { ...refused(problem), id: null };
    const found = where(value);
    if ('problem' in found) return refused(found.problem);
    const row = { ...keptOf(value, now), ...found };
    return { line, value, row: value.id === undefined ? { ...row, id: contentId(value, row) } : row };
  };
}

const time = (text: string | null) => (text === null ? null : new Date(text));
const storable = ({ first_seen_at, last_seen_at, resolved_at, ...row }: Row) => ({
  ...row,
  first_seen_at: time(first_seen_at),
  last_seen_at: time(last_seen_at),
  resolved_at: time(resolved_at),
});

/** The similar incidents of each line, by the line's id, as they were where it was exported; each once. */
function similarOf(lines: readonly Candidate[]) {
  const like = lines.flatMap(({ value, row }) => {
    const others = (value.similar ?? []).filter((one) => one.id !== row.id);
    const each = new Map(others.map((one) => [one.id, one]));
    return each.size === 0 ? [] : [[row.id, [...each.values()]] as const];
  });
  return new Map(like);
}

/**
 * Writes the new incidents of a batch, as many as the quota allows, with their vectors and similar incidents. Returns
 * the ids of the written ones, and the lines beyond the quota.
 */
async function writeBatch(ctx: Ctx & WithQuotas & WithEmbedder, scope: OrgScope, lines: readonly Candidate[]) {
  const ids = lines.map(({ row }) => row.id);
  const tenant = scoped(ctx.store.db, scope);
  const known = await knownIds(tenant, ids);
  const all = lines.filter(({ row }) => !known.has(row.id));
  const room = await ctx.quotas.take(tenant, 'incidents', all.length);
  const [unknown, beyond] = [all.slice(0, room), all.slice(room)];
  if (unknown.length === 0) return { ids: new Set<string>(), beyond };
  // Before the transaction: while one is open, the embedded database serves nobody else.
  const rows = unknown.map(({ row }) => row);
  const vectors = await vectorsOf(ctx.embedder, rows);
  const written = await audited(ctx, async (trx) => {
    const inserted = await insertNewIncidents(scoped(trx, scope), rows.map(storable));
    const found = vectors.filter((one) => inserted.has(one.incident_id));
    await insertVectors(scoped(trx, scope), found);
    await replaceSimilar(scoped(trx, scope), similarOf(unknown.filter(({ row }) => inserted.has(row.id))));
    const target = { kind: 'organization', id: scope.org_id };
    const event = { ...scope, action: 'incident.import', target, detail: { incidents: inserted.size } } as const;
    return { result: inserted, event: inserted.size === 0 ? null : event };
  });
  return { ids: written, beyond };
}

/** Of lines whose incidents exist already, those with different content. */
async function differing(ctx: Ctx, scope: OrgScope, lines: readonly Candidate[]): Promise<Candidate[]> {
  const there = await incidentsById(scoped(ctx.store.db, scope), [...new Set(lines.map(({ row }) => row.id))]);
  const known = new Map(there.map((row) => [row.id, row]));
  return lines.filter(({ value, row }) => {
    const found = known.get(row.id);
    // The incident was deleted meanwhile: there is nothing to differ from.
    return found !== undefined && !fits(presentIncident(found), value, row);
  });
}

/** Incidents per transaction: few, so that concurrent requests wait for one short transaction only. */
const BATCH = 25;

/** Runs a step for each item and yields to other work in between. Throws if the caller aborted. */
async function each<T>(items: readonly T[], signal: AbortSignal | undefined, step: (item: T) => void): Promise<void> {
  if (!(await inSlices(items, { leftMs: Infinity, signal }, step))) throw gaveUp();
}

/**
 * Imports incidents that `exportIncidents` wrote, or others in that form. Existing incidents, by id, are left
 * unchanged; if their content differs from the line, the line is a conflict. A line without an id gets one derived from
 * its content. Each line succeeds or fails alone, and lines are written in small batches: after an interruption the
 * written ones stay, and the same import again writes the rest without duplicates. The next recall finds everything
 * written.
 */
export async function importIncidents(
  ctx: Ctx & WithQuotas & WithEmbedder,
  input: { org_id: string; lines: readonly ImportLine[]; signal?: AbortSignal | undefined },
): Promise<ImportReport> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'write');
  const scope = { org_id: id };
  const { signal } = input;
  const readable = input.lines.flatMap((one) => ('value' in one ? [one.value] : []));
  const prepareOne = prepare(await locate(ctx, scope, readable), new Date());
  const refused: Problem[] = [];
  const candidates: Candidate[] = [];
  await each(input.lines, signal, (line) => {
    const one = prepareOne(line);
    if ('row' in one) candidates.push(one);
    else refused.push(one);
  });
  // Of several lines with the same id, the first counts.
  const first = new Map(candidates.toReversed().map((one) => [one.row.id, one]));
  const written = new Set<Candidate>();
  const withoutRoom = new Set<string>();
  for (const batch of chunksOf([...first.values()].toReversed(), BATCH)) {
    if (signal?.aborted) throw gaveUp();
    const { ids, beyond } = await writeBatch(ctx, scope, batch);
    for (const one of batch) if (ids.has(one.row.id)) written.add(one);
    for (const { row } of beyond) withoutRoom.add(row.id);
    await nextTurn();
  }
  if (withoutRoom.size > 0) {
    const limit = await ctx.quotas.limitOf(scoped(ctx.store.db, scope), 'incidents');
    if (written.size === 0 && withoutRoom.size === first.size) throw quotaExceeded('incidents', limit);
    const message = quotaText('incidents', limit);
    for (const { line, row } of candidates) if (withoutRoom.has(row.id)) refused.push({ line, id: row.id, message });
  }
  const others = candidates.filter((one) => !written.has(one) && !withoutRoom.has(one.row.id));
  const conflicts: Candidate[] = [];
  for (const batch of chunksOf(others, BATCH)) {
    conflicts.push(...(await differing(ctx, scope, batch)));
    await nextTurn();
  }
  let masked = 0;
  await each([...written], signal, ({ value, row }) => {
    if (wasMasked(value, row)) masked += 1;
  });
  const problems = [
    ...refused,
    ...conflicts.map(({ line, row }) => ({ line, id: row.id, message: 'exists already with other content' })),
  ].toSorted((a, b) => a.line - b.line);
  return {
    written: written.size,
    unchanged: others.length - conflicts.length,
    conflicts: conflicts.length,
    refused: refused.length,
    masked,
    problems: problems.slice(0, MAX_PROBLEMS),
  };
}
