import { errorAnswer } from '../call/errors.ts';
import type { Call, CloudAnswer, Stage } from '../call/types.ts';
import { foreignIn } from './foreign.ts';
import { DECRYPTING, withoutDecryption } from './secret-parameters.ts';

/**
 * Lets calls through that read configuration, and those that read secrets where the session allows that, where they are about what the
 * states name; all others end here, before anything is sent, with an error that names the action. A parameter that may be a secret is read
 * undecrypted first, so that those which are none can be compared all the same.
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

/** Parameters that are secrets say so; an answer that can't be read through may hold one. */
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
