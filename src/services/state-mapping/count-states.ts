import { bySeverity, type BySeverity } from '../../drift/analysis.ts';
import { listStateStandings } from '../../store/queries/states.ts';
import { requireScope, type Ctx } from '../context.ts';
import { reachWithin } from '../organizations/fetch.ts';
import { sourceOf } from './list-states.ts';
import { mappingOf } from './mapping.ts';

/** How the states of an organization stand, in figures. */
export type StateCounts = {
  states: number;
  /** Those that no repository claims and nobody has mapped. */
  unmapped: number;
  unreadable: number;
  /** By the worst finding of the last look. */
  severities: BySeverity;
};

/** Counts the states that the last analyses found. */
export async function countStates(ctx: Ctx, input: { org_id: string }): Promise<StateCounts> {
  const scope = await reachWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const rows = await listStateStandings(ctx.store.db, scope);
  const mapping = await mappingOf(ctx.store.db, scope);
  return {
    states: rows.length,
    unmapped: rows.filter(({ key }) => sourceOf(mapping.explain(key)) === undefined).length,
    unreadable: rows.filter(({ status }) => status === 'unreadable').length,
    severities: bySeverity((severity) => rows.filter((row) => row.severity === severity).length),
  };
}
