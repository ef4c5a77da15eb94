import { StripeRefusal } from './error.ts';

export type Answer = { status: number; body: string; headers?: Record<string, string> };
type Kept = { request: string; answer: Answer | undefined };

/**
 * Stripe's idempotency keys: a repeated request gets the first response again, even a failure. The same key with
 * another request is an error; so is a repeated request before the first has its response.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function idempotencyKeys() {
  const kept = new Map<string, Kept>();
  return async (key: string | undefined, request: string, perform: () => Promise<Answer>): Promise<Answer> => {
    if (key === undefined) return perform();
    const earlier = kept.get(key);
    if (earlier && earlier.request !== request)
      throw new StripeRefusal(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    if (earlier && !earlier.answer)
      throw new StripeRefusal(409, 'There is currently another in-progress request using this key.', {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    if (earlier?.answer)
      return { ...earlier.answer, headers: { ...earlier.answer.headers, 'idempotent-replayed': 'true' } };
    const mine: Kept = { request, answer: undefined };
    kept.set(key, mine);
    try {
      mine.answer = await perform();
      return mine.answer;
    } catch (error) {
      // A request that was refused before its execution is not stored.
      kept.delete(key);
      throw error;
    }
  };
}
