import type { RunningServer } from '../src/server/lifecycle.ts';
import { startServer } from '../src/server/start.ts';
import { prepareDirectory } from './prepared.ts';

/** Starts a server in this process, with a prepared database as in `startInstance`. */
export async function startHere(env: Record<string, string>): Promise<RunningServer> {
  await prepareDirectory(env);
  return startServer({ env });
}
