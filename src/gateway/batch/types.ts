import type { Call, CloudAnswer } from '../call/types.ts';

/** How old something may be that a batch told and that is remembered: an existence is not inferred from what is stale. */
const MAX_AGE_MS = 60_000;

/** The moment that what answers this call has to be from, or later. */
export const youngEnough = ({ session }: Call): number => Math.max(session.notBefore(), performance.now() - MAX_AGE_MS);

/** What a call wants of a batch: calls of one group can be asked for together, each for its item. */
export type Plan = { group: string; item: string };

/** An answer to a request of a batch, and when (`performance.now()`) that request began. */
export type BatchResponse = { answer: CloudAnswer; askedAt: number };

/** Sends a request on behalf of a batch. It is ended when nobody waits for the batch any more. */
export type Ask = (call: Call) => Promise<BatchResponse>;

/**
 * One way to answer several calls by fewer requests. An answer that it gives is what the call itself would have been answered
 * with; where it has none for an item (which may be gone, or is written in another way), the call is made by itself.
 */
export type Batcher = {
  /** `service Action`. */
  actions: readonly string[];
  /** undefined for a call that is to be made by itself. */
  plan(call: Call): Plan | undefined;
  /** With so many items a batch is full. */
  most: number;
  /** Whether it is worth asking in its way for one item alone. */
  alone: boolean;
  /** An answer from what was told at `notBefore` or later. */
  known?(call: Call, item: string, notBefore: number): CloudAnswer | undefined;
  /** Answers by item. Throws, or gives what is missing as missing: both mean that calls are made by themselves. */
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
