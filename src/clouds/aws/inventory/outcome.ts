import type { NotListedReason } from '../../contract/inventory.ts';
import { errorCodeOf } from '../gateway/call/errors.ts';
import type { CloudAnswer } from '../gateway/call/types.ts';
import { endOf } from '../gateway/rate-limit/retry.ts';

/** The reason why a listing stopped early. */
export type ListFailure = { reason: NotListedReason; detail: string };

/** Error codes for accounts that do not use the service. */
const NOT_IN_USE =
  /^(?:OptInRequired|SubscriptionRequired(?:Exception)?|AWSOrganizationsNotInUseException|NotSignedUp|UnsubscribedException)$/;
const DENIED = /^(?:AccessDenied|AuthorizationError|UnauthorizedOperation|Unauthorized|Forbidden|NotAuthorized)/;

/** Maps an error answer to the reason why a listing failed. `permissions`: the IAM actions that the operation needs. */
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
