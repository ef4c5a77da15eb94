import { SourceProblem, type SourceProblemCode } from '../../../base/state-source.ts';
import type { AwsSettings } from './settings.ts';

/** A problem with AWS, in two parts that can be shown apart. `detail`: the problem; `hint`: the advice. */
export class AwsProblem extends SourceProblem {
  readonly detail: string;
  readonly hint: string;

  constructor(code: SourceProblemCode, detail: string, hint: string, cause?: unknown) {
    super(code, `${detail} ${hint}`, { cause });
    this.name = 'AwsProblem';
    this.detail = detail;
    this.hint = hint;
  }
}

type FailureKind =
  | 'no_credentials'
  | 'bad_credentials'
  | 'unreachable'
  | 'no_bucket'
  | 'no_object'
  | 'archived'
  | 'denied'
  | 'other';

/** A failed call to AWS. `name` is AWS's own short name for the error. */
export type Failure = { kind: FailureKind; name: string };

const KINDS: Readonly<Record<string, FailureKind>> = {
  CredentialsProviderError: 'no_credentials',
  TokenProviderError: 'no_credentials',
  ExpiredToken: 'bad_credentials',
  ExpiredTokenException: 'bad_credentials',
  IncompleteSignature: 'bad_credentials',
  InvalidAccessKeyId: 'bad_credentials',
  InvalidClientTokenId: 'bad_credentials',
  InvalidToken: 'bad_credentials',
  MissingAuthenticationToken: 'bad_credentials',
  RequestTimeTooSkewed: 'bad_credentials',
  SignatureDoesNotMatch: 'bad_credentials',
  TokenRefreshRequired: 'bad_credentials',
  UnrecognizedClientException: 'bad_credentials',
  NoSuchBucket: 'no_bucket',
  InvalidBucketName: 'no_bucket',
  NoSuchKey: 'no_object',
  NotFound: 'no_object',
  InvalidObjectState: 'archived',
  AccessDenied: 'denied',
  AccessDeniedException: 'denied',
  AllAccessDisabled: 'denied',
  SlowDown: 'unreachable',
  Throttling: 'unreachable',
  ThrottlingException: 'unreachable',
  TimeoutError: 'unreachable',
};

/** The fields that the SDK's errors, and Node's own of a connection, have in common. */
type Thrown = { name?: unknown; code?: unknown; $metadata?: { httpStatusCode?: number } };

function kindOf({ name, code, $metadata }: Thrown): FailureKind {
  const kind = typeof name === 'string' ? KINDS[name] : undefined;
  if (kind) return kind;
  const status = $metadata?.httpStatusCode;
  if (status === 403) return 'denied';
  if (status !== undefined) return status >= 500 ? 'unreachable' : 'other';
  // Node's connection errors have a code: ECONNREFUSED, ENOTFOUND, ECONNRESET, CERT_HAS_EXPIRED…
  return typeof code === 'string' ? 'unreachable' : 'other';
}

/** Classifies an error of an SDK client. */
export function failureOf(error: unknown): Failure {
  const thrown: Thrown = typeof error === 'object' && error !== null ? error : {};
  const kind = kindOf(thrown);
  const plain = [thrown.code, thrown.name].find((text) => typeof text === 'string' && /^\w{1,64}$/.test(text));
  return { kind, name: typeof plain === 'string' ? plain : 'unknown error' };
}

/**
 * The loggable parts of an SDK error. AWS's text of a refused signature is left out: it repeats the signed request,
 * session token included.
 */
export function causeOf(error: unknown): { name: string; status?: number; request_id?: string } {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number; requestId?: string } };
  const { httpStatusCode: status, requestId } = $metadata ?? {};
  return {
    name: failureOf(error).name,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** The service, with its server where that is not AWS itself, for a sentence. */
export function whereTo(settings: AwsSettings, service: 'S3' | 'STS' | 'KMS'): string {
  return settings.endpoint === undefined ? `AWS ${service}` : `${service} at ${new URL(settings.endpoint).host}`;
}

/** The meaning of AWS's names for refused credentials. */
const REFUSED: Readonly<Record<string, string>> = {
  ExpiredToken: 'they have expired',
  ExpiredTokenException: 'they have expired',
  InvalidAccessKeyId: 'the access key is unknown',
  InvalidClientTokenId: 'the access key or the session token is unknown',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  SignatureDoesNotMatch: 'the secret key does not belong to the access key',
};

/** The problem for an error that says that the credentials are invalid. */
export function refusedCredentials(name: string, error: unknown): AwsProblem {
  return new AwsProblem(
    'credentials_missing',
    `AWS does not accept the credentials: ${REFUSED[name] ?? name}.`,
    'Renew them (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN belong together), or sign in again.',
    causeOf(error),
  );
}

/** The problem for a service that could not be reached, or failed by itself. */
export function unreachable(settings: AwsSettings, service: 'S3' | 'STS' | 'KMS', error: unknown): AwsProblem {
  return new AwsProblem(
    'source_unreachable',
    `${whereTo(settings, service)} cannot be reached (${failureOf(error).name}).`,
    settings.endpoint === undefined
      ? 'Check the network, the proxy and the region, then try again.'
      : 'Check that the endpoint is right and that something answers there (AWS_ENDPOINT_URL), then try again.',
    causeOf(error),
  );
}

/** The problem for a failed STS call that is not about a role. */
export function stsProblem(error: unknown, settings: AwsSettings): AwsProblem {
  if (error instanceof AwsProblem) return error;
  const { kind, name } = failureOf(error);
  if (kind === 'bad_credentials') return refusedCredentials(name, error);
  if (kind === 'unreachable') return unreachable(settings, 'STS', error);
  return new AwsProblem(
    'source_unreachable',
    `${whereTo(settings, 'STS')} refuses the request (${name}).`,
    'Check the region and the endpoint.',
    causeOf(error),
  );
}
