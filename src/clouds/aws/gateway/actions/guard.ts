import { errorAnswer } from '../call/errors.ts';
import type { Call, CloudAnswer, Stage } from '../call/types.ts';
import { foreignIn } from './foreign.ts';
import { DECRYPTING, withoutDecryption } from './secret-parameters.ts';

/**
 * Passes on calls that read configuration, and calls that read secrets where the session allows them, if the states
 * name all their resources. All others are not sent: they get an error that names the action. A parameter that may be a
 * secret is first read undecrypted, so that parameters that are not secret can still be compared.
 */
export const guard: Stage = (next) => async (call, signal) => {
  const { action, session, request } = call;
  if (action.kind === 'other')
    return refuse(call, 'PlumblineRefused', 'is not an action that only reads configuration');
  const foreign = foreignIn(call);
  if (foreign !== undefined) return refuse(call, 'PlumblineRefused', `asks about ${foreign}`);
  if (action.kind === 'read') return next(call, signal);
  if (session.secretValues) return next(call, signal);
  if (!DECRYPTING.has(`${action.service}:${action.name}`)) return refuse(call, ...OFF);
  const withoutSecrets = withoutDecryption(request);
  if (withoutSecrets === undefined) return refuse(call, ...OFF);
  const undecrypted: Call = { ...call, action: { ...action, kind: 'read' }, request: withoutSecrets };
  const answer = await next(undecrypted, signal);
  return answer.status < 300 && holdsSecret(answer) ? refuse(call, ...OFF) : answer;
};

const OFF = ['PlumblineSecretValuesOff', 'reads the values of secrets, which is off'] as const;

function refuse(call: Call, code: 'PlumblineRefused' | 'PlumblineSecretValuesOff', why: string): CloudAnswer {
  const { action, session } = call;
  session.counter.count(call, 'refused');
  return errorAnswer(action.protocol, 403, code, `${action.service}:${action.name} ${why}`);
}

/** An answer shows which parameters are secret (`SecureString`). An answer that cannot be parsed may hold a secret. */
function holdsSecret({ body }: CloudAnswer): boolean {
  if (!Buffer.isBuffer(body)) return true;
  try {
    return mentions(JSON.parse(body.toString('utf8')));
  } catch {
    return true;
  }
}

const mentions = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('Type' in value && value.Type === 'SecureString') || Object.values(value).some(mentions));
