/**
 * `npm run dev` runs the server and the dashboard from their sources, and applies changes to both. The server restarts,
 * at PORT (8080). The dashboard is at another URL, which forwards all other requests to the server.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const port = process.env.PORT || '8080';
const target = `http://127.0.0.1:${port}`;

const vite = await createServer({
  configFile: `${root}web/vite.config.ts`,
  server: { host: '127.0.0.1', proxy: { '/api': { target }, '/docs': { target } } },
});
await vite.listen();
const [url = ''] = vite.resolvedUrls?.local ?? [];

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', `${root}bin/plumbline.mjs`, 'start'], {
  env: { ...process.env, PORT: port, PLUMBLINE_FROM_SOURCES: '1' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
console.error(`The dashboard is at ${url}\nSign in there: plumbline dashboard --url ${url.replace(/\/$/, '')}\n`);

const stop = () => {
  server.kill('SIGTERM');
  void vite.close();
};
process.once('SIGINT', stop).once('SIGTERM', stop);
server.once('exit', (code) => {
  process.exitCode = code ?? 0;
  void vite.close();
});
