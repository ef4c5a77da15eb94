import { keyOf } from '../cache/key.ts';
import { UpstreamError } from '../call/errors.ts';
import type { Answerer, Call } from '../call/types.ts';
import { bodyOf, type Exchange, type Recording, type Result } from './format.ts';
import { createMarks, type Marks } from './marks.ts';
import { createRedactor, type Hide, type Redactor } from './redact.ts';

/** The results of one request in order, and the number of replayed ones. */
type Series = { results: Result[]; replayed: number };

/**
 * Answers from a recording, byte for byte, in any order of requests. A request that was recorded several times gets its
 * results in their order, then the last one again. Rejects with `UpstreamError` for a request that was not recorded,
 * and for a recorded error. `hide` masks the secrets of the states, so that a request with a secret matches its
 * redacted recording.
 */
export function createReplayer(recording: Recording, hide?: Hide): Answerer {
  const marks = createMarks(recording.id);
  const redactor = createRedactor(marks, hide);
  const series = new Map<string, Series>();
  for (const exchange of recording.exchanges) {
    const key = keyFor(marks, redactor, callOf(exchange), exchange.account);
    const had = series.get(key);
    if (had === undefined) series.set(key, { results: [exchange], replayed: 0 });
    else had.results.push(exchange);
  }

  return async (call) => {
    call.session.counter.count(call, 'calls');
    const one = series.get(keyFor(marks, redactor, call, call.session.account ?? null));
    const result = one?.results[Math.min(one.replayed, one.results.length - 1)];
    if (one === undefined || result === undefined) {
      const { service, name } = call.action;
      throw new UpstreamError('unreachable', `The recording holds no such request for ${service}:${name}.`);
    }
    one.replayed += 1;
    if ('problem' in result) throw new UpstreamError(result.problem.trouble, result.problem.message);
    const { status, headers } = result.answer;
    return { status, headers, body: bodyOf(result.answer) };
  };
}

/** A key that is equal for requests that differ only in their secrets. */
function keyFor(marks: Marks, redactor: Redactor, call: Asked, account: string | null): string {
  const { method, host, target, headers, body } = redactor.request(call);
  const blurred = Buffer.from(marks.blur(body.toString('latin1')), 'latin1');
  return `${account} ${keyOf({ ...call, request: { method, host, target: marks.blur(target), headers, body: blurred } })}`;
}

type Asked = Pick<Call, 'request' | 'action' | 'region'>;

function callOf({ request, service, action, protocol, region }: Exchange): Asked {
  const { method, host, target, headers } = request;
  const recordedAction = { service, name: action, protocol, kind: 'read', permissions: [] } as const;
  return { request: { method, host, target, headers, body: bodyOf(request) }, action: recordedAction, region };
}
