import { setTimeout as delay } from 'node:timers/promises';
import { CALL_STATUS, isCallError } from '../protocol/errors.ts';
import type { Plugin } from './plugin.ts';

/** How long a failed call waits for the report of the process's end. */
const NEWS_MS = 500;

const SUSPICIOUS: readonly number[] = [
  CALL_STATUS.UNAVAILABLE,
  CALL_STATUS.INTERNAL,
  CALL_STATUS.UNKNOWN,
  CALL_STATUS.CANCELLED,
];

/**
 * Returns how the process ended ("exited with code 2") where a call failed because it died; undefined for other
 * failures. A connection that broke while the process still runs counts too: such a process is useless, and is killed.
 */
export async function crashOf(plugin: Plugin, error: unknown): Promise<string | undefined> {
  if (!isCallError(error) || !SUSPICIOUS.includes(error.code)) return undefined;
  const how = await Promise.race([plugin.ended, delay(NEWS_MS, undefined, { ref: false })]);
  if (how !== undefined || error.code !== CALL_STATUS.UNAVAILABLE) return how;
  plugin.kill('connection');
  return plugin.ended;
}
