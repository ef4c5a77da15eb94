import type { UnreadableReason, ReadOutcome } from '../contract/types.ts';
import { presentable, type Redact } from '../protocol/errors.ts';
import { reasonOf } from './reason.ts';

/** The refused action, where the text names it: `sqs:GetQueueAttributes`. */
const ACTION = /(?:not authorized to perform|perform the action|perform)[: ]+([a-z0-9-]+:[A-Za-z*]+)/;

/** The caller, by the ARN in IAM's messages: `the role plumbline`. */
const ASKER =
  /\barn:[\w-]+:(?:iam|sts)::\d*:(?:assumed-role\/(?<role>[^\s/]+)\/|user\/(?:[^\s/]+\/)*(?<user>[\w+=,.@-]+))/;

function askerIn(text: string): string {
  const { role, user } = ASKER.exec(text)?.groups ?? {};
  if (role !== undefined) return `the role ${role}`;
  return user === undefined ? 'the identity that asked' : `the user ${user}`;
}

/** Texts for refusals, by IAM's wording for the policy that refuses; the first match wins. */
const REFUSALS: readonly (readonly [RegExp, (what: string, who: string) => string])[] = [
  [
    /service control policy/i,
    (what) =>
      `A service control policy of the organization in AWS forbids ${what}: only its administrators can allow it.`,
  ],
  [
    /resource control policy/i,
    (what) =>
      `A resource control policy of the organization in AWS forbids ${what}: only its administrators can allow it.`,
  ],
  [/permissions boundary/i, (what, who) => `The permissions boundary of ${who} does not allow ${what}: extend it.`],
  [
    /explicit deny in an identity-based policy/i,
    (what, who) => `A policy of ${who} denies ${what} explicitly: that denial has to go.`,
  ],
  [/session policy/i, (what, who) => `The session policy of ${who} does not allow ${what}.`],
  [
    /VPC endpoint policy/i,
    (what) => `The policy of the VPC endpoint that the request went through does not allow ${what}: extend it.`,
  ],
  [
    /resource-based policy|explicit deny in a resource/i,
    (what, who) => `The policy of the resource itself does not allow ${what}: name ${who} there.`,
  ],
  [
    /\bkms:|\bKMS\b|ciphertext refers to/i,
    (what, who) => `The policy of the KMS key does not allow ${what}: name ${who} there, or let IAM decide.`,
  ],
];

function refused(text: string): string {
  const what = ACTION.exec(text)?.[1] ?? 'this';
  const who = askerIn(text);
  const advice = REFUSALS.find(([pattern]) => pattern.test(text))?.[1](what, who);
  return advice ?? (what === 'this' ? 'Plumbline may not read this: allow it.' : `Allow ${what} to ${who}.`);
}

/** The code that AWS also uses for a disabled region. */
const ALSO_WITHOUT_REGION = /AuthFailure|InvalidClientTokenId|UnrecognizedClient/;

/** The errors of the system and the tunnel for a refused connection. */
const KEPT_IN = /connect: permission denied|operation not permitted|not allowed by ruleset/;

function notPassedOn(text: string): string {
  if (text.includes('does not know this operation'))
    return 'Plumbline does not know this operation, so nothing was sent: update Plumbline, or report the resource type.';
  return text.includes(' asks about ')
    ? 'Reading it takes a call about something that no state of this analysis names.'
    : 'Reading it takes a call that Plumbline lets no provider make, since it does more than read configuration.';
}

/** The advice by reason, in whole sentences, for providers of any cloud. */
const ADVICE: Readonly<Record<UnreadableReason, ((text: string) => string) | undefined>> = {
  denied: refused,
  throttled: () => 'The service throttled these requests, also after retries: analyse again when it has less load.',
  timeout: () => 'No answer came in time: analyse again.',
  canceled: () => 'The read was called off before it had ended: analyse again.',
  credentials_expired: () => 'The credentials expired: analyse again with fresh ones.',
  credentials_rejected: (text) =>
    ALSO_WITHOUT_REGION.test(text)
      ? 'The credentials were not accepted: check that the key exists, and that the region is enabled for the account.'
      : 'The credentials were not accepted: check user, key or password.',
  region_disabled: () => 'The region or the service is not enabled for this account.',
  secret_values_off: () =>
    'The value of this secret is not read: an administrator of the organization can allow it (`plumbline aws set --secret-values`).',
  unknown_endpoint: () =>
    'Plumbline does not know this endpoint, so nothing was sent there: update Plumbline, or report the host.',
  refused: notPassedOn,
  unreachable: (text) =>
    KEPT_IN.test(text)
      ? 'The sandbox does not let the provider connect there: say where to with `reach` in PLUMBLINE_PROVIDER_SETTINGS.'
      : 'The service could not be reached: check its address, and DNS, proxy, firewall and certificates of this machine.',
  unavailable: () => 'The service had server errors, also after retries: analyse again later.',
  provider_error: undefined,
};

/** The advice for a read that failed with this text, if any. */
function adviceFor(reason: UnreadableReason, text: string): string | undefined {
  return ADVICE[reason]?.(text);
}

/** Puts the advice for an earlier failed read, if any, before a text for people. */
export function withAdvice(reason: UnreadableReason, failure: string, text: string): string {
  const advice = adviceFor(reason, failure);
  return advice === undefined ? text : `${advice} ${text}`;
}

export type Unreadable = Extract<ReadOutcome, { status: 'unreadable' }>;

/** The verdict on a read that failed with this text: the reason, the advice, and the provider's message. */
export function unreadable(text: string, redact: Redact): Unreadable {
  const reason = reasonOf(text);
  const advice = adviceFor(reason, text);
  const said = presentable(text, redact);
  return { status: 'unreadable', reason, detail: advice === undefined ? said : `${advice} The provider says: ${said}` };
}
