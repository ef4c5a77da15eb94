import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Analysis } from '../../src/engine/model/analysis.ts';
import type { Workspace } from './terraform.ts';

const PLUMBLINE = fileURLToPath(new URL('../../bin/plumbline.mjs', import.meta.url));

/**
 * The command for `spawn` that scans a workspace's state as a user would, with further options. `bin` is the program of
 * another Plumbline than this checkout's.
 */
export function scanCommand(
  { statePath, mirror }: Pick<Workspace, 'statePath' | 'mirror'>,
  options: readonly string[] = [],
  bin = PLUMBLINE,
): [string, string[]] {
  return [process.execPath, [bin, 'scan', statePath, '--json', '--quiet', '--provider-mirror', mirror, ...options]];
}

/** Runs `plumbline scan --json` on a workspace's state, in the same environment as terraform. */
export async function plumblineScan(
  workspace: Workspace,
  options: readonly string[] = [],
): Promise<{ code: number | null; analysis: Analysis }> {
  const child = spawn(...scanCommand(workspace, options), { env: workspace.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0 && code !== 2)
    throw new Error(`plumbline scan ended with ${code}: ${err.slice(-2_000)}${out.slice(0, 500)}`);
  return { code, analysis: JSON.parse(out) as Analysis };
}
