import { EXPIRED_CODES, THROTTLE_CODES } from '../../base/aws-errors.ts';
import type { UnreadableReason } from '../contract/types.ts';

/** A reason with its codes and phrases in errors of reads. `timeout` also stands for a missing answer. */
type ReasonPattern = readonly [reason: UnreadableReason, codes: readonly string[], phrases: RegExp];

/**
 * The reasons of clouds' error codes, and equivalent phrases without a code. Codes are checked before phrases, because
 * a text may name a resource that is called "throttling". Sources: the AWS SDK for throttling (aws/retry/standard.go:
 * DefaultThrottleErrorCodes), the "common errors" of the services' references, googleapi and Azure errors.
 */
const TABLE: readonly ReasonPattern[] = [
  ['secret_values_off', ['PlumblineSecretValuesOff'], /PlumblineSecretValuesOff/],
  ['unknown_endpoint', ['PlumblineUnknownEndpoint'], /PlumblineUnknownEndpoint/],
  ['refused', ['PlumblineRefused'], /PlumblineRefused/],
  [
    'credentials_expired',
    ['PlumblineCredentials', ...EXPIRED_CODES, 'ExpiredAuthenticationToken'],
    /security token included in the request is expired|(?:credentials|token|session) ha(?:s|ve) expired|refresh cached SSO token failed/i,
  ],
  [
    'region_disabled',
    ['OptInRequired', 'RegionDisabledException', 'SubscriptionRequiredException'],
    /is not (?:enabled|activated) in this region|region is not enabled|not subscribed to this service/i,
  ],
  [
    'credentials_rejected',
    [
      'InvalidClientTokenId',
      'UnrecognizedClientException',
      'UnrecognizedClient',
      'SignatureDoesNotMatch',
      'InvalidSignatureException',
      'InvalidAccessKeyId',
      'IncompleteSignature',
      'MissingAuthenticationToken',
      'MissingAuthenticationTokenException',
      'AuthFailure',
      'InvalidAuthenticationToken',
      'UNAUTHENTICATED',
      'Unauthenticated',
    ],
    new RegExp(
      [
        'security token included in the request is invalid|not able to validate the provided access credentials',
        'No valid credential sources found|asked for the client to provide credentials|Bad credentials',
        String.raw`\b(?:status ?(?:code)?|HTTP|error|response)[:= ]{1,3}401\b|\b401\b:? (?:Unauthorized|\()|^Unauthorized$`,
        // PostgreSQL and MySQL: no such user or a wrong password. OAuth and Entra ID.
        String.raw`\b28(?:P01|000)\b|password authentication failed|\bError 1045\b|using password: (?:YES|NO)`,
        String.raw`\binvalid_(?:grant|client)\b|\bAADSTS\d+|invalid API (?:key|token)|authentication failed|bad (?:authentication|signature)|but got 401 instead`,
        'signature we calculated does not match|signature does not match|access key id you provided does not exist',
      ].join('|'),
      'i',
    ),
  ],
  [
    'throttled',
    [...THROTTLE_CODES, 'RESOURCE_EXHAUSTED', 'ResourceExhausted', 'rateLimitExceeded', 'userRateLimitExceeded'],
    /Rate exceeded|Too Many Requests|retry quota exceeded|reduce your request rate|StatusCode[:=] ?429|Error 429/i,
  ],
  [
    'denied',
    [
      'AccessDenied',
      'AccessDeniedException',
      'UnauthorizedOperation',
      'UnauthorizedAccess',
      'UnauthorizedException',
      'AuthorizationError',
      'AuthorizationErrorException',
      'AuthorizationFailed',
      'NotAuthorized',
      'NotAuthorizedException',
      'Forbidden',
      'ForbiddenException',
      'AllAccessDisabled',
      'KMSAccessDeniedException',
      'PERMISSION_DENIED',
      'PermissionDenied',
    ],
    /not authorized to perform|explicit deny|not allowed to access|access denied|(?<!connect: )permission denied|is forbidden:|StatusCode[:=] ?403|Error 403|but got 403 instead/i,
  ],
  [
    'timeout',
    [
      'PlumblineTimeout',
      'RequestTimeout',
      'RequestTimeoutException',
      'DEADLINE_EXCEEDED',
      'DeadlineExceeded',
      'GatewayTimeout',
    ],
    /context deadline exceeded|Client\.Timeout|timeout while waiting for/i,
  ],
  ['canceled', [], /context canceled|request canceled/i],
  [
    'unavailable',
    [
      'PlumblineBrokenAnswer',
      'ServiceUnavailable',
      'ServiceUnavailableException',
      'InternalFailure',
      'InternalError',
      'InternalServerError',
    ].concat(['InternalServerException', 'InternalServiceError', 'InternalServiceException', 'Unavailable']),
    /StatusCode[:=] ?50[0-4]|Error 50[0-4]|but got 50[0-4] instead|terminating connection due to|database system is (?:shutting down|starting up|in recovery)/i,
  ],
  [
    'unreachable',
    ['PlumblineUnreachable'],
    /no such host|unknown host|name resolution|Name or service not known|connection re(?:fused|set)|(?:network|host) is (?:unreachable|down)|no route to host|\bdial (?:tcp|udp|unix)\b|socks connect|i\/o timeout|TLS handshake timeout|tls: |x509: |proxyconnect|server misbehaving|broken pipe|driver: bad connection|invalid connection$|request send failed|(?:^|unexpected |: )EOF\b/i,
  ],
];

const BY_CODE: ReadonlyMap<string, UnreadableReason> = new Map(
  TABLE.flatMap(([reason, codes]) => codes.map((code) => [code, reason] as const)),
);

/** Words in the position of a code: `api error X:`, `X: …` at the start of a clause, `Code="X"`, `code = X`. */
const CODES = [/api error ([\w.]+)/g, /(?:^|[\n;,:({] ?)\s*([A-Za-z_]+): /g, /\b[Cc]ode ?[=:] ?"?([A-Za-z_]+)/g];

function codesIn(text: string): string[] {
  return CODES.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => (match[1] ?? '').replace(/^.*\./, '')));
}

/** The reason of a failed read, by the text of its errors; default: `provider_error`. */
export function reasonOf(text: string): UnreadableReason {
  for (const code of codesIn(text)) {
    const reason = BY_CODE.get(code);
    if (reason !== undefined) return reason;
  }
  return TABLE.find(([, , phrases]) => phrases.test(text))?.[0] ?? 'provider_error';
}
