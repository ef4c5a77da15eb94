import { errorCodeOf } from '../call/errors.ts';
import type { Answerer, Call, CloudAnswer, Stage } from '../call/types.ts';
import { createCoalescer } from '../cache/coalesce.ts';
import { keyOf } from '../cache/key.ts';
import { perSession } from '../cache/per-session.ts';
import { createCollect, type Collect } from './collect.ts';
import { BatchRefused, youngEnough, type Batcher } from './types.ts';
import { FORM_LISTS } from './form-list-table.ts';
import { formLists } from './form-lists.ts';
import { accessManagement } from './iam.ts';
import { JSON_LISTS, jsonLists } from './json-lists.ts';
import { logGroups } from './log-groups.ts';
import { queueAttributes } from './queues.ts';
import { recordSets, zoneTags } from './route53.ts';

export type BatchOptions = { quietMs?: number; busyMs?: number; now?: () => number };

/** Consecutive failures after which a batch is not tried again in this analysis. */
const FAILURES = 3;

const DENIED = /^(?:AccessDenied|UnauthorizedOperation|NotAuthorized|Unauthorized|Forbidden)/;

/** True where the batch's action is denied: it will stay so, unlike a transient error. */
const isDenied = (error: unknown): boolean =>
  error instanceof BatchRefused && (error.answer.status === 403 || DENIED.test(errorCodeOf(error.answer) ?? ''));

type BatchState = { batcher: Batcher; failures: number; windows: Map<string, Collect<Call, CloudAnswer>> };

/**
 * Answers many calls by one request: calls within a few milliseconds share a request, and listings are kept for the
 * analysis. A call without an answer from a batch is sent by itself: the batch failed, was denied, or did not find the
 * resource.
 */
export function createBatches(batchers = allBatchers, options: BatchOptions = {}): Stage {
  const { quietMs = 2, busyMs = 30, now = () => performance.now() } = options;
  return (next) => {
    const memory = perSession(() => {
      const byAction = new Map<string, BatchState[]>();
      for (const batcher of batchers()) {
        const state = { batcher, failures: 0, windows: new Map() };
        for (const action of batcher.actions) byAction.set(action, [...(byAction.get(action) ?? []), state]);
      }
      return { byAction, coalescer: createCoalescer<CloudAnswer>(now) };
    });

    const run = async (state: BatchState, calls: ReadonlyMap<string, Call>, signal: AbortSignal) => {
      const [first] = calls.values();
      if (first === undefined || (calls.size === 1 && !state.batcher.alone)) return new Map<string, CloudAnswer>();
      const { coalescer } = memory.of(first.session);
      try {
        const answers = await state.batcher.answers(calls, (call) =>
          coalescer.join(keyOf(call), call.session.notBefore(), signal, (ended) => next(call, ended)),
        );
        state.failures = 0;
        return answers;
      } catch (error) {
        state.failures += isDenied(error) ? FAILURES : 1;
        return new Map<string, CloudAnswer>();
      }
    };

    const windowOf = (state: BatchState, group: string): Collect<Call, CloudAnswer> => {
      const had = state.windows.get(group);
      if (had !== undefined) return had;
      const { maxItems } = state.batcher;
      const made = createCollect<Call, CloudAnswer>({
        maxItems,
        quietMs,
        busyMs,
        run: (...args) => run(state, ...args),
      });
      state.windows.set(group, made);
      return made;
    };

    const batched = async (call: Call, signal: AbortSignal): Promise<CloudAnswer | undefined> => {
      const { service, name } = call.action;
      for (const state of memory.of(call.session).byAction.get(`${service} ${name}`) ?? []) {
        const plan = state.failures < FAILURES ? state.batcher.plan(call) : undefined;
        if (plan === undefined) continue;
        const cached = state.batcher.cached?.(call, plan.item, youngEnough(call));
        return cached ?? windowOf(state, plan.group)(plan.item, call, signal);
      }
      return undefined;
    };

    const answer: Answerer = async (call, signal) => {
      const batchAnswer = await batched(call, signal);
      if (batchAnswer === undefined) return next(call, signal);
      call.session.counter.count(call, 'saved');
      return batchAnswer;
    };
    return answer;
  };
}

/** New batchers for one analysis at one account; they keep its listings. */
export function allBatchers(): readonly Batcher[] {
  return [
    ...accessManagement(),
    recordSets(),
    ...formLists(FORM_LISTS),
    ...jsonLists(JSON_LISTS),
    logGroups(),
    zoneTags(),
    queueAttributes(),
  ];
}
