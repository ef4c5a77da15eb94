import type { Value } from '../../base/value.ts';
import { withGuess } from '../compare/differences.ts';
import type { DriftResult } from '../sift/sift.ts';
import { isPresent } from '../compare/observed.ts';
import { minimalConfig, proposedNew } from './proposed.ts';
import { explainedByRelated } from './related-resources.ts';
import { compareWithPlan, suppressUnstable, type PlanVerdict } from './plan-check.ts';
import type { StateInstance } from '../state/parse.ts';
import type { LiveObject, ProviderSession } from '../../provider/contract/types.ts';
import type { Sessions } from '../refresh/sessions.ts';

/** True if other instances of the state explain a new value of an instance. */
type Explained = ReturnType<typeof explainedByRelated>;

function relatedOf(instances: readonly StateInstance[], results: readonly DriftResult[]): Explained {
  const live = new Map<StateInstance, Value>();
  for (const { instance, observed } of results) if (isPresent(observed)) live.set(instance, observed.outcome.live);
  return explainedByRelated(instances.map((instance) => ({ instance, live: live.get(instance) })));
}

function narrowed(result: DriftResult, { differences, suppressed }: PlanVerdict): DriftResult {
  return {
    ...result,
    kind: differences.length > 0 ? 'changed' : 'in_sync',
    differences,
    suppressed: [...result.suppressed, ...suppressed],
  };
}

/**
 * Confirms the differences of an instance by the provider's plan, then by a second read. If the provider returns no
 * plan, only differences that the schema explains are suppressed.
 */
async function checkPlan(
  session: ProviderSession,
  result: DriftResult,
  object: LiveObject,
  explained: Explained,
  signal: AbortSignal | undefined,
): Promise<DriftResult> {
  const { observed, instance } = result;
  if (!isPresent(observed) || result.differences.length === 0) return result;
  const { before, live } = observed.outcome;
  const config = minimalConfig(observed.schema, before, live);
  const proposed = proposedNew(observed.schema, live, config);
  const plan = await session.plan(object, { config, proposed }, signal);
  const isExplained = (value: Value) => explained(instance, value);
  const checked =
    plan.status === 'planned'
      ? narrowed(result, compareWithPlan(observed, result.differences, plan, isExplained))
      : withoutPlan(result);
  if (checked.differences.length === 0) return checked;
  const again = await session.readAgain(object, signal);
  if (again === undefined || again === null) return checked;
  return narrowed(checked, suppressUnstable(observed, again, checked.differences));
}

/** Without a plan the schema decides whether null and empty are equal. */
function withoutPlan(result: DriftResult): DriftResult {
  const { observed, differences } = result;
  if (!isPresent(observed) || !differences.some(({ perhapsNone }) => perhapsNone)) return result;
  return narrowed(result, withGuess(observed, differences));
}

/** A state, with the objects and provider sessions that confirm its changed instances. */
export type ConfirmContext = {
  instances: readonly StateInstance[];
  objects: ReadonlyMap<StateInstance, LiveObject>;
  inSessions: Sessions;
  signal: AbortSignal | undefined;
};

/** Confirms the changed results by the plans of their providers. */
export async function confirmChanges(results: readonly DriftResult[], context: ConfirmContext): Promise<DriftResult[]> {
  const { instances, objects, signal } = context;
  const explained = relatedOf(instances, results);
  const confirmed = new Map(results.map((result) => [result.instance, result]));
  const changed = results.filter((result) => result.kind === 'changed').map((result) => result.instance);
  await context.inSessions(
    changed,
    async (session, instance) => {
      const [result, object] = [confirmed.get(instance), objects.get(instance)];
      if (result && object) confirmed.set(instance, await checkPlan(session, result, object, explained, signal));
    },
    // If the provider cannot be started, its differences stay.
    () => undefined,
  );
  return results.map((result) => withoutPlan(confirmed.get(result.instance) ?? result));
}
