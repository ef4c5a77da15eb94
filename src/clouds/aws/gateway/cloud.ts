import { EXPIRED_CODES } from '../../../base/aws-errors.ts';
import { withoutCredentials } from './strip-credentials.ts';
import { errorCodeOf, UpstreamError } from './call/errors.ts';
import { rememberedKeys, signedHeaders } from './sign/sign.ts';
import { placeOf, type Send } from './transport/send.ts';
import type { Answerer, Call, CloudAnswer, CloudCredentials } from './call/types.ts';

const EXPIRED: ReadonlySet<string> = new Set(EXPIRED_CODES);
/** Error codes that a wrong clock of the sender can cause. */
const SKEWED = new Set([
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
  'AuthFailure',
]);
/** Signatures are valid for five minutes. */
const SKEW_MS = 4 * 60_000;

/** The milliseconds by which the cloud's clock is ahead of ours, by the answer's date; 0 without a date. */
function skewOf({ headers }: CloudAnswer, now: number): number {
  const date = Date.parse(String(headers.date));
  return Number.isNaN(date) ? 0 : date - now;
}

/**
 * Signs each call with its session's credentials, and sends it to its host or the session's endpoint. Signs and sends
 * it once more after an error for expired credentials or a wrong clock. Rejects with `UpstreamError`.
 */
export function createCloud(send: Send): Answerer {
  let ahead = 0;
  const keyFor = rememberedKeys();
  const probed = new WeakSet<CloudCredentials>();

  const attempt = async (call: Call, credentials: CloudCredentials, signal: AbortSignal): Promise<CloudAnswer> => {
    const { request, action, region, session } = call;
    const now = new Date(Date.now() + ahead);
    const place = placeOf(request.host, session.endpoint, action.before);
    const scope = { service: action.service, region };
    const headers = await signedHeaders({ ...request, host: place.host }, scope, credentials, now, keyFor);
    session.counter.count(call, 'calls');
    const answer = await session.progress.sent(send({ request, headers, place }, signal));
    return withoutCredentials(call, answer, credentials);
  };

  /** True for expired credentials. A HEAD's 400 has no code, so it counts once for each set of credentials. */
  const expired = (answer: CloudAnswer, code: string | undefined, call: Call, used: CloudCredentials): boolean => {
    if (code !== undefined) return EXPIRED.has(code);
    if (call.request.method !== 'HEAD' || answer.status !== 400 || probed.has(used)) return false;
    probed.add(used);
    return true;
  };

  const credentialsOf = async ({ session }: Call, refused?: CloudCredentials): Promise<CloudCredentials> => {
    const credentials = await session.credentials(refused);
    if ('reason' in credentials) throw new UpstreamError('credentials', credentials.detail);
    return credentials;
  };

  return async (call, signal) => {
    const credentials = await credentialsOf(call);
    const answer = await attempt(call, credentials, signal);
    if (answer.status < 400 || answer.status >= 500) return answer;
    const code = errorCodeOf(answer);
    const skew = skewOf(answer, Date.now());
    if (code !== undefined && SKEWED.has(code) && Math.abs(skew - ahead) > SKEW_MS) {
      ahead = skew;
      return attempt(call, credentials, signal);
    }
    if (!expired(answer, code, call, credentials)) return answer;
    const renewed = await credentialsOf(call, credentials);
    return renewed.accessKeyId === credentials.accessKeyId ? answer : attempt(call, renewed, signal);
  };
}
