import { pino, type DestinationStream, type Logger } from 'pino';
import { isObject } from '../base/json.ts';

type Described = { type: string; message: string; code?: unknown; stack?: string; cause?: Described };

/** Deeper causes repeat what the first ones say. */
const CAUSES = 3;

/**
 * What the log has of an error: its own words and where it was. Not its other fields: drivers and SDKs put statements,
 * values, requests and headers there.
 */
export function describeError(error: unknown, causes = CAUSES): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  const code = isObject(error) ? error.code : undefined;
  return {
    type,
    message,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

/** The log: JSON, one line each, on stdout unless told otherwise. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError, error: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
