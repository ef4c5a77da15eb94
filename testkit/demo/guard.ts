import { spawn } from 'node:child_process';

/**
 * Sees to it that the process `pid` does not outlive this one, even when this one is killed hard: a shell waits on a
 * pipe that nobody writes to, and kills when it closes. `release()` lets go, once the process has ended.
 */
export function guard(pid: number): { release(): void } {
  const script = 'read -r word; test "$word" = released || kill -KILL "$0"';
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return { release: () => shell.stdin.end('released\n') };
}
