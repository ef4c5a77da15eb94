import { spawn } from 'node:child_process';

/**
 * Kills the process `pid` when this one ends, even by SIGKILL: a shell waits on a pipe that nobody writes to, and kills
 * the process when the pipe closes. Call `release()` once the process has ended.
 */
export function guard(pid: number): { release(): void } {
  const script = 'read -r word; test "$word" = released || kill -KILL "$0"';
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return { release: () => shell.stdin.end('released\n') };
}
