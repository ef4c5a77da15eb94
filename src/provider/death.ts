import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { isCallError } from './plugin.ts';
import type { Plugin } from './plugin.ts';

/** How long a failed call waits for the news of the process's end. */
const NEWS_MS = 500;

const SUSPICIOUS: readonly number[] = [status.UNAVAILABLE, status.INTERNAL, status.UNKNOWN, status.CANCELLED];

/**
 * Did a call fail because the process died? A connection that broke while the process lives on counts too: such a
 * process is of no use, and is killed. When this says yes, the process is gone.
 */
export async function diedOf(plugin: Plugin, error: unknown): Promise<boolean> {
  if (!isCallError(error) || !SUSPICIOUS.includes(error.code)) return false;
  const gone = await Promise.race([plugin.ended.then(() => true), delay(NEWS_MS, false, { ref: false })]);
  if (gone) return true;
  if (error.code !== status.UNAVAILABLE) return false;
  plugin.kill();
  await plugin.ended;
  return true;
}
