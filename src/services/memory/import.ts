import type { Transaction } from 'kysely';
import { incidentsById, insertNewIncidents } from '../../store/queries/incident-transfer.ts';
import { replaceSimilar } from '../../store/queries/similar-incidents.ts';
import type { OrgScope } from '../../store/scope.ts';
import type { Tables } from '../../store/tables.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';
import { contentId } from './content-id.ts';
import { fits, keptOf, problemOf, wasMasked, type ImportedIncident, type Kept } from './import-line.ts';
import { presentIncident } from './incident.ts';
import { locate, type Whereabouts } from './import-projects.ts';
import { writeVectors } from './vectors.ts';

/** A line of what is imported: what it says, or why it cannot be read. */
export type ImportLine = { line: number; told: ImportedIncident } | { line: number; problem: string };

/** What became of the lines: how many were written, were there already, are there otherwise, cannot be taken. */
export type ImportReport = {
  written: number;
  unchanged: number;
  conflicts: number;
  refused: number;
  /** Of those that were written: had something in them that looked like a secret. */
  masked: number;
  /** The first of the conflicts and refusals. */
  problems: { line: number; id: string | null; message: string }[];
};

/** Problems that are told, of a body that may be full of them. */
const TOLD = 50;

type Row = Kept & { repo_id: string | null };
type Candidate = { line: number; told: ImportedIncident; row: Row };
type Problem = ImportReport['problems'][number];

function prepare(where: (told: ImportedIncident) => Whereabouts, now: Date) {
  return (one: ImportLine): Candidate | Problem => {
    if ('problem' in one) return { line: one.line, id: null, message: one.problem };
    const { line, told } = one;
    const refused = (message: string) => ({ line, id: told.id ?? null, message });
    const problem = problemOf(told);
    // An id that looks like a secret is not repeated.
    if (problem !== undefined) return { ...refused(problem), id: null };
    const found = where(told);
    if ('problem' in found) return refused(found.problem);
    const row = { ...keptOf(told, now), ...found };
    return { line, told, row: told.id === undefined ? { ...row, id: contentId(told, row) } : row };
  };
}

const time = (text: string | null) => (text === null ? null : new Date(text));
const storable = ({ first_seen_at, last_seen_at, resolved_at, ...row }: Row) => ({
  ...row,
  first_seen_at: time(first_seen_at),
  last_seen_at: time(last_seen_at),
  resolved_at: time(resolved_at),
});

/** What the incidents of these lines were like where they were exported, by their ids; each once. */
function similarOf(lines: readonly Candidate[]) {
  const like = lines.flatMap(({ told, row }) => {
    const others = (told.similar ?? []).filter((one) => one.id !== row.id);
    const each = new Map(others.map((one) => [one.id, one]));
    return each.size === 0 ? [] : [[row.id, [...each.values()]] as const];
  });
  return new Map(like);
}

/** Writes the incidents that are new, so that recall finds them, with what they were like; answers their ids. */
async function writeNew(
  trx: Transaction<Tables>,
  ctx: Ctx,
  scope: OrgScope,
  lines: readonly Candidate[],
): Promise<Set<string>> {
  if (lines.length === 0) return new Set();
  const ids = await insertNewIncidents(
    trx,
    scope,
    lines.map(({ row }) => storable(row)),
  );
  const written = lines.filter(({ row }) => ids.has(row.id));
  await writeVectors(
    trx,
    scope,
    ctx.embedder,
    written.map(({ row }) => row),
  );
  await replaceSimilar(trx, scope, similarOf(written));
  return ids;
}

/** Of lines whose incidents were there already, those that say something else. */
async function differing(ctx: Ctx, scope: OrgScope, lines: readonly Candidate[]): Promise<Candidate[]> {
  const there = await incidentsById(ctx.store.db, scope, [...new Set(lines.map(({ row }) => row.id))]);
  const known = new Map(there.map((row) => [row.id, row]));
  return lines.filter(({ told, row }) => {
    const found = known.get(row.id);
    // Forgotten since: there is nothing that it differs from.
    return found !== undefined && !fits(presentIncident(found), told, row);
  });
}

/**
 * Brings incidents in: what `exportIncidents` gave out, or others of that form. Those whose ids the organization has
 * already are left as they are; those that say something else than what is there are conflicts. A line without an id gets one that
 * is made of what it says. Every line counts by
 * itself; all that are written are written at once, and the next recall finds them.
 */
export async function importIncidents(
  ctx: Ctx,
  input: { org_id: string; lines: readonly ImportLine[] },
): Promise<ImportReport> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'write');
  const scope = { org_id: id };
  const readable = input.lines.flatMap((one) => ('told' in one ? [one.told] : []));
  const prepared = input.lines.map(prepare(await locate(ctx, scope, readable), new Date()));
  const refused = prepared.filter((one) => 'message' in one);
  const candidates = prepared.filter((one) => 'row' in one);
  // Of two lines with one id the first one counts.
  const first = new Map(candidates.toReversed().map((one) => [one.row.id, one]));
  const ids = await audited(ctx, async (trx) => {
    const result = await writeNew(trx, ctx, scope, [...first.values()]);
    const target = { kind: 'organization', id };
    const event = { ...scope, action: 'incident.import', target, detail: { incidents: result.size } } as const;
    return { result, event: result.size === 0 ? null : event };
  });
  const written = [...first.values()].filter(({ row }) => ids.has(row.id));
  const isWritten = new Set(written);
  const others = candidates.filter((one) => !isWritten.has(one));
  const conflicts = await differing(ctx, scope, others);
  const problems = [
    ...refused,
    ...conflicts.map(({ line, row }) => ({ line, id: row.id, message: 'is there already, and says something else' })),
  ].toSorted((a, b) => a.line - b.line);
  return {
    written: written.length,
    unchanged: others.length - conflicts.length,
    conflicts: conflicts.length,
    refused: refused.length,
    masked: written.filter(({ told, row }) => wasMasked(told, row)).length,
    problems: problems.slice(0, TOLD),
  };
}
