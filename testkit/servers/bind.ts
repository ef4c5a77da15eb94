import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServer } from './server.ts';

/** Starts a BIND. `update` takes lines for nsupdate, `control` arguments for rndc. */
export async function startBind() {
  const secretOf = ({ password }: URL) => decodeURIComponent(password);
  const server = await startServer({
    name: 'bind',
    pidFiles: ['named.pid'],
    keeps: ['secret'],
    configOf: (url) => ({
      update: [
        {
          server: url.hostname,
          port: Number(url.port),
          transport: 'tcp',
          key_name: 'suite.',
          key_algorithm: 'hmac-sha256',
          key_secret: secretOf(url),
        },
      ],
    }),
  });
  const { url, dir } = server;
  async function update(...lines: string[]): Promise<void> {
    const told = promisify(execFile)('nsupdate', ['-v', '-y', `hmac-sha256:suite:${secretOf(url)}`]);
    told.child.stdin?.end([`server ${url.hostname} ${url.port}`, ...lines, 'send', ''].join('\n'));
    await told;
  }
  async function control(...words: string[]): Promise<void> {
    await promisify(execFile)('/usr/sbin/rndc', ['-c', join(dir, 'rndc.conf'), ...words]);
  }
  return { ...server, update, control };
}
