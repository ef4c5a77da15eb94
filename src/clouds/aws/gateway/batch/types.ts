import type { Call, CloudAnswer } from '../call/types.ts';

/** The maximum age of a batch answer: a stale one does not prove that a resource exists. */
const MAX_AGE_MS = 60_000;

/** The earliest time (`performance.now()`) that an answer to this call may be from. */
export const youngEnough = ({ session }: Call): number => Math.max(session.notBefore(), performance.now() - MAX_AGE_MS);

/** The place of a call in a batch: calls of one group share a request, each for its item. */
export type Plan = { group: string; item: string };

/** An answer to a request of a batch, and when (`performance.now()`) that request began. */
export type BatchResponse = { answer: CloudAnswer; askedAt: number };

/** Sends a request for a batch. The request is aborted when no caller waits for the batch any more. */
export type Ask = (call: Call) => Promise<BatchResponse>;

/**
 * Answers several calls by fewer requests. Each answer equals that of the call itself. A call for an item without an
 * answer (deleted, or written differently) is sent by itself.
 */
export type Batcher = {
  /** `service Action`. */
  actions: readonly string[];
  /** The call's place in a batch; undefined where the call has to be sent by itself. */
  plan(call: Call): Plan | undefined;
  /** The maximum number of items in a batch. */
  maxItems: number;
  /** True where a batch pays off for a single item. */
  alone: boolean;
  /** An answer from responses whose requests began at `notBefore` or later. */
  cached?(call: Call, item: string, notBefore: number): CloudAnswer | undefined;
  /** Returns answers by item. A call without an answer is sent by itself, and so are all after a throw. */
  answers(calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>>;
};

/** The error for a batch request that got an error as its answer. */
export class BatchRefused extends Error {
  readonly answer: CloudAnswer;
  constructor(answer: CloudAnswer) {
    super(`A batch was answered with ${answer.status}.`);
    this.answer = answer;
  }
}
