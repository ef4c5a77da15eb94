import type { Value } from '../../base/value.ts';
import { withGuess, type Difference } from '../compare/differences.ts';
import type { DriftResult } from '../sift/sift.ts';
import { isPresent, type Present } from '../compare/observed.ts';
import { minimalConfig } from './config.ts';
import { explainedByRelated, type Neighbour } from './related-resources.ts';
import { proposedNew } from './proposed.ts';
import { judge, unstable, type Verdict } from './judge.ts';
import type { StateInstance } from '../state/parse.ts';
import type { LiveObject, ProviderSession } from '../../provider/contract/types.ts';
import type { Sessions } from '../refresh/sessions.ts';

/** Tells whether what has appeared at an instance is explained by others of its state. */
type Explained = ReturnType<typeof explainedByRelated>;

/** The instances of a state beside their live values, for the judge to look around in. */
function relatedOf(instances: readonly StateInstance[], results: readonly DriftResult[]): Explained {
  const live = new Map<StateInstance, Value>();
  for (const { instance, observed } of results) if (isPresent(observed)) live.set(instance, observed.outcome.live);
  return explainedByRelated(
    instances.map((instance): Neighbour => {
      const value = live.get(instance);
      return value === undefined ? { instance } : { instance, live: value };
    }),
  );
}

function narrowed(result: DriftResult, { differences, suppressed }: Verdict): DriftResult {
  return {
    ...result,
    kind: differences.length > 0 ? 'changed' : 'in_sync',
    differences,
    suppressed: [...result.suppressed, ...suppressed],
  };
}

/**
 * Puts what the rules left before the provider: would it change this? And reads what is left once more. A provider that gives
 * no plan acquits nobody.
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
  const judged =
    plan.status === 'planned'
      ? narrowed(
          result,
          judge(observed, result.differences, plan, (appeared) => explained(instance, appeared)),
        )
      : narrowed(result, guessed(observed, result.differences));
  if (judged.differences.length === 0) return judged;
  const again = await session.readAgain(object, signal);
  if (again === undefined || again === null) return judged;
  return narrowed(judged, unstable(observed, again, judged.differences));
}

/** Without a word from the provider: then the schema tells what null and empty are. */
function guessed(observed: Present, differences: readonly Difference[]): Verdict {
  return withGuess(observed, differences);
}

/** A result of which no provider was asked. */
function withoutPlan(result: DriftResult): DriftResult {
  const { observed, differences } = result;
  if (!isPresent(observed) || !differences.some(({ perhapsNone }) => perhapsNone)) return result;
  return narrowed(result, guessed(observed, differences));
}

/** What is needed to ask about a state's changed instances. */
export type Judging = {
  instances: readonly StateInstance[];
  objects: ReadonlyMap<StateInstance, LiveObject>;
  inSessions: Sessions;
  signal: AbortSignal | undefined;
};

/** The results as they are when the providers have been heard about those that changed. */
export async function confirmChanges(results: readonly DriftResult[], judging: Judging): Promise<DriftResult[]> {
  const { instances, objects, signal } = judging;
  const explained = relatedOf(instances, results);
  const judged = new Map(results.map((result) => [result.instance, result]));
  const changed = results.filter((result) => result.kind === 'changed').map((result) => result.instance);
  await judging.inSessions(
    changed,
    async (session, instance) => {
      const [result, object] = [judged.get(instance), objects.get(instance)];
      if (result && object) judged.set(instance, await checkPlan(session, result, object, explained, signal));
    },
    // Not to be had any more: then nothing is acquitted.
    () => undefined,
  );
  return results.map((result) => withoutPlan(judged.get(result.instance) ?? result));
}
