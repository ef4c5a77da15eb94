import { whereTo } from './client.ts';
import { AwsProblem, causeOf, failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';

/** What AWS's names for refused credentials mean. */
const REFUSED: Readonly<Record<string, string>> = {
  ExpiredToken: 'they have expired',
  ExpiredTokenException: 'they have expired',
  InvalidAccessKeyId: 'the access key is unknown',
  InvalidClientTokenId: 'the access key or the session token is unknown',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  SignatureDoesNotMatch: 'the secret key does not belong to the access key',
};

/** The problem behind a refusal that says the credentials themselves are no good. */
export function refusedCredentials(name: string, error: unknown): AwsProblem {
  return new AwsProblem(
    'credentials_missing',
    `AWS does not accept the credentials: ${REFUSED[name] ?? name}.`,
    'Renew them (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN belong together), or sign in again.',
    causeOf(error),
  );
}

/** The problem behind a service that could not be reached, or that failed by itself. */
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

/** What an STS call failed of, as far as it has nothing to do with a role. */
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
