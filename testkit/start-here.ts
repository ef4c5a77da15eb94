import type { RunningServer } from '../src/server/lifecycle.ts';
import { startServer } from '../src/server/start.ts';
import { prepareDirectory } from './prepared.ts';

/** A server in this process; its database is prepared as it is for `startInstance`. */
export async function startHere(env: Record<string, string>): Promise<RunningServer> {
  await prepareDirectory(env);
  return startServer({ env });
}
