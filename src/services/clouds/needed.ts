import type { Executor, OrgScope } from '../../store/scope.ts';
import { actionsOf, callingAnalyses, typesNeverRead, type CallingAnalysis } from '../../store/queries/needed-calls.ts';
import type { Needed } from './port.ts';

type Refused = { service: string; action: string; times: number };

/** What the latest analyses of an organization needed to be allowed, and what they cannot tell. */
export type Evidence = {
  analyses: CallingAnalysis[];
  needed: Needed[];
  /** What was not let through, and is needed by nothing that is compared. */
  refused: Refused[];
  /** Types of which nothing was read: what reading them takes is not known. */
  unread: { type: string; instances: number; reason: string | null }[];
};

/** What the calls of the latest analyses say; nothing, before there are any. */
export async function evidenceOf(db: Executor, scope: OrgScope): Promise<Evidence> {
  const analyses = await callingAnalyses(db, scope);
  const ids = analyses.map(({ id }) => id);
  const [actions, unread] = [await actionsOf(db, scope, ids), await typesNeverRead(db, scope, ids)];
  const needed = actions
    .filter(({ asked }) => asked > 0)
    .flatMap(({ account, permissions }) => permissions.map((permission) => ({ account, permission })));
  const refused = Map.groupBy(
    actions.filter((one) => one.refused > 0),
    ({ service, action }) => `${service}:${action}`,
  );
  return {
    analyses,
    needed,
    refused: [...refused.values()].map((rows) => ({
      service: rows[0]?.service ?? '',
      action: rows[0]?.action ?? '',
      times: rows.reduce((sum, row) => sum + row.refused, 0),
    })),
    unread,
  };
}
