import type { NotListedReason } from '../../contract/inventory.ts';
import { errorCodeOf } from '../gateway/call/errors.ts';
import type { CloudAnswer } from '../gateway/call/types.ts';
import { endOf } from '../gateway/rate-limit/retry.ts';

/** Why a list ended before its end. */
export type ListFailure = { reason: NotListedReason; detail: string };

/** Codes of answers that nobody but an account which uses the service gets around. */
const NOT_IN_USE =
  /^(?:OptInRequired|SubscriptionRequired(?:Exception)?|AWSOrganizationsNotInUseException|NotSignedUp|UnsubscribedException)$/;
const DENIED = /^(?:AccessDenied|AuthorizationError|UnauthorizedOperation|Unauthorized|Forbidden|NotAuthorized)/;

/** What an answer that is an error says of the list. `permissions`: what the operation needs. */
export function failureOf(answer: CloudAnswer, operation: string, permissions: readonly string[]): ListFailure {
  const code = errorCodeOf(answer) ?? `HTTP ${answer.status}`;
  const said = `${operation} was answered with ${code}`;
  if (endOf(answer) === 'throttled') return { reason: 'throttled', detail: `${said}, however often it was tried.` };
  if (NOT_IN_USE.test(code)) return { reason: 'not_in_use', detail: `${said}.` };
  if (DENIED.test(code) || (answer.status === 403 && !code.startsWith('Plumbline'))) {
    const missing = permissions.length > 0 ? permissions.join(' and ') : operation;
    return { reason: 'denied', detail: `${said}: the role has to allow ${missing}.` };
  }
  return { reason: 'failed', detail: `${said}.` };
}
