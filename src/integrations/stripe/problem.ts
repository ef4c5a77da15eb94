import { Stripe } from 'stripe';
import { AppError } from '../../base/errors.ts';

/** A refusal, for the log: the operation, and Stripe's ids and codes, but none of its texts. */
export type StripeProblem = {
  operation: string;
  type: string;
  http_status: number | undefined;
  code: string | undefined;
  param: string | undefined;
  stripe_request_id: string | undefined;
};

const RETRY_AFTER_S = 30;

/** Whether Stripe has no object with this id; `param` is the parameter of the id. */
export function isMissing(error: unknown, param: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing' && error.param === param;
}

/**
 * Whether the response repeats an earlier failure, which Stripe does as long as it remembers the idempotency key.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function isReplayedFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

function isAway(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const { statusCode } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError)
    return true;
  // Without a status the response was not Stripe's: a proxy's page, or an incomplete answer. 409: the key is in use.
  return statusCode === undefined || statusCode === 409 || statusCode >= 500;
}

/**
 * Converts a request's error to one that may be shown. Its own text may name keys, accounts and customers, so it is
 * dropped; `report` gets the details that help to find the cause.
 */
export function explained(error: unknown, operation: string, report: (problem: StripeProblem) => void): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, statusCode, code, param, requestId } = error;
  report({ operation, type, http_status: statusCode, code, param, stripe_request_id: requestId });
  if (isAway(error))
    return new AppError('unavailable', 'The payment provider does not answer at the moment; try again.', {
      retryAfter: RETRY_AFTER_S,
    });
  return new AppError('payment_provider_error', 'The payment provider refused the request; the server’s log says why.');
}
