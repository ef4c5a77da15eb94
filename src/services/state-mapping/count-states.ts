import { bySeverity, type BySeverity } from '../../drift/analysis.ts';
import { listStateStandings } from '../../store/queries/states.ts';
import type { OrgScope } from '../../store/scope.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { reachWithin } from '../access/organization.ts';
import { mappingOf, type Mapping } from '../ownership/mapping.ts';
import { overStates, type OverStates } from '../ownership/over-states.ts';
import { othersWithin, sourceOf } from './list-states.ts';

/** How the states of an organization stand, in figures. */
export type StateCounts = {
  states: number;
  /** Those of which no claim was accepted and that nobody has mapped. */
  unmapped: number;
  /** Those among them that a repository claims, and those that one claims while they have an owner. */
  proposed: number;
  contested: number;
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
    ...(await countClaimed(overStates(), { mapping, scope, states: rows })),
    unreadable: rows.filter(({ status }) => status === 'unreadable').length,
    severities: bySeverity((severity) => rows.filter((row) => row.severity === severity).length),
  };
}

/** Counts the states that nobody has mapped, and those that a repository claims which does not have them, as far as it may be named. */
export async function countClaimed(
  over: OverStates,
  { mapping, scope, states }: { mapping: Mapping; scope: OrgScope; states: readonly { key: string }[] },
) {
  const counts = { unmapped: 0, proposed: 0, contested: 0 };
  await over(states, ({ key }) => {
    const known = mapping.explain(key);
    const statuses = new Set(othersWithin(known, scope).map(({ status }) => status));
    if (sourceOf(known) === undefined) counts.unmapped += 1;
    if (statuses.has('proposed')) counts.proposed += 1;
    if (statuses.has('contested')) counts.contested += 1;
  });
  return counts;
}
