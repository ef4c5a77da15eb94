import { createHash, randomBytes } from 'node:crypto';
import { UpstreamError } from '../call/errors.ts';
import type { Call, CloudAnswer, Headers, Stage } from '../call/types.ts';
import { VERSION, writtenBody, type Access, type Exchange, type Head, type Result } from './format.ts';
import { createMarks } from './marks.ts';
import { createRedactor, type Hide } from './redact.ts';

export type RecorderOptions = {
  /** Writes a line, including its line end. */
  write: (line: string) => void;
  region: string | undefined;
  /** The endpoint that replaces the cloud. */
  endpoint: string | undefined;
  /** All secrets of the credentials issued so far. */
  secrets: () => readonly string[];
  /** Masks the secrets of the states opened so far. */
  hide?: Hide;
};

/** Records calls and answers, redacted. */
export type Recorder = {
  /** Belongs directly below the guard: the provider's calls are the same in each analysis, those of batches are not. */
  stage: Stage;
  access(access: Access): void;
};

/** Minimum length of masked secrets, below any cloud credential's. An emulator's may be common words. */
const SECRET_LENGTH = 16;

/** Begins a recording. Errors of `write` are thrown here and by the calls. */
export function createRecorder({ write, region, endpoint, secrets, hide }: RecorderOptions): Recorder {
  const id = randomBytes(6).toString('hex');
  const redactor = createRedactor(createMarks(id), hide);
  /** The index of the first of equal exchanges, by hash. */
  const seen = new Map<string, number>();
  let exchanges = 0;

  const put = (line: object): void => {
    const own = secrets().filter(({ length }) => length >= SECRET_LENGTH);
    const text = own.reduce((all, secret) => all.replaceAll(secret, 'REDACTED'), JSON.stringify(line));
    write(`${text}\n`);
  };

  const resultOf = (call: Call, answer: CloudAnswer): Result => {
    const { body } = answer;
    if (!Buffer.isBuffer(body))
      return { problem: { trouble: 'broken', message: 'The answer was too long to be recorded.' } };
    const { status, headers, body: redacted } = redactor.answer(call, { ...answer, body });
    return { answer: { status, headers: writtenHeaders(headers), ...writtenBody(redacted) } };
  };

  const ended = (call: Call, result: Result): void => {
    const { method, host, target, headers, body } = redactor.request(call);
    const { service, name: action, protocol } = call.action;
    const request = { method, host, target, headers: writtenHeaders(headers), ...writtenBody(body) };
    const of = { account: call.session.account ?? null, region: call.region, service, action, protocol, request };
    const exchange: Exchange = { ...of, ...result };
    const key = createHash('sha256').update(JSON.stringify(exchange)).digest('base64');
    const first = seen.get(key);
    if (first === undefined) seen.set(key, exchanges);
    exchanges += 1;
    put(first === undefined ? exchange : { again: first });
  };

  const stage: Stage = (next) => async (call, signal) => {
    try {
      const answer = await next(call, signal);
      ended(call, resultOf(call, answer));
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError && !signal.aborted)
        ended(call, { problem: { trouble: error.kind, message: redactor.text(error.message) } });
      throw error;
    }
  };

  const head: Head = {
    plumbline: 'recording',
    version: VERSION,
    id,
    recorded_at: new Date().toISOString(),
    region: region ?? null,
    own_endpoint: endpoint !== undefined,
  };
  put(head);
  return { stage, access: put };
}

const writtenHeaders = (headers: Headers): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
