import type { Call, CloudAnswer } from '../call/types.ts';

/** The maximum age of a batch answer: a stale one does not prove that a resource exists. */
const MAX_AGE_MS = 60_000;

/** The earliest moment that an answer to this call may be from. */
export const youngEnough = ({ session }: Call): number => Math.max(session.notBefore(), performance.now() - MAX_AGE_MS);

/** The place of a call in a batch: calls of one group share a request, each for its item. */
export type Plan = { group: string; item: string };

/** An answer to a request of a batch, and when (`performance.now()`) that request began. */
export type BatchResponse = { answer: CloudAnswer; askedAt: number };

/** Sends a request on behalf of a batch. It is ended when nobody waits for the batch any more. */
export type Ask = (call: Call) => Promise<BatchResponse>;

/**
 * One way to answer several calls by fewer requests. Its answer equals that of the call itself;
 * without one for an item (which may be deleted, or is written in another way), the call is made by itself.
 */
export type Batcher = {
  /** `service Action`. */
  actions: readonly string[];
  /** undefined for a call that is to be made by itself. */
  plan(call: Call): Plan | undefined;
  /** A batch with so many items is full. */
  maxItems: number;
  /** Whether a batch pays for a single item. */
  alone: boolean;
  /** An answer from responses that began at `notBefore` or later. */
  cached?(call: Call, item: string, notBefore: number): CloudAnswer | undefined;
  /** Answers by item. A call without one, or all after a throw, is made by itself. */
  answers(calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>>;
};

/** A request of a batch was answered by an error. */
export class BatchRefused extends Error {
  readonly answer: CloudAnswer;
  constructor(answer: CloudAnswer) {
    super(`A batch was answered with ${answer.status}.`);
    this.answer = answer;
  }
}
