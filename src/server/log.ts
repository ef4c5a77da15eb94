import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { isObject } from '../base/json.ts';
import { maskText } from '../engine/mask/mask.ts';

type Described = { type: string; message: string; code?: unknown; stack?: string; cause?: Described };

/** Deeper causes repeat the first ones. */
const CAUSES = 3;

/**
 * The logged form of an error: type, message, code, stack and causes. Other fields are left out, because drivers and SDKs
 * put statements, values, requests and headers there. Secrets in the texts are masked.
 */
export function describeError(error: unknown, causes = CAUSES): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)) };
  const { name: type, cause } = error;
  const message = maskText(error.message);
  const stack = error.stack === undefined ? undefined : maskText(error.stack);
  const code = isObject(error) ? error.code : undefined;
  return {
    type,
    message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

const masked = (text: unknown) => (typeof text === 'string' ? maskText(text) : text);

/** Masks secrets in messages too: they may quote other programs. */
function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn): void {
  write.apply(this, args.map(masked) as Parameters<LogFn>);
}

/** Opens the log: one line of JSON for each message, on stdout by default. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: describeError, error: describeError, reason: masked, detail: masked },
    hooks: { logMethod },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
