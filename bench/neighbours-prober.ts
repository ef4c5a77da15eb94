/**
 * Sends the requests of a quiet tenant at a steady rate, from a separate process, so that no other work distorts the
 * figures. Prints them as JSON when its input ends. Arguments: the server's URL, the tenant's key.
 */
import { Agent, request } from 'node:http';

const EVERY_MS = 50;
const [url = '', key = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times: Record<'get' | 'health', number[]> = { get: [], health: [] };
let failed = 0;

function ask(name: keyof typeof times, path: string): void {
  const from = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  request(`${url}/api/v1${path}`, { agent, headers }, (response) => {
    response.resume().on('end', () => {
      times[name].push(performance.now() - from);
      if (response.statusCode !== 200) failed += 1;
    });
  })
    .on('error', () => (failed += 1))
    .end();
}

// Requests overlap: a slow request must not delay the following ones.
const pace = setInterval(() => {
  ask('get', '/analyses?limit=20');
  ask('health', '/health');
}, EVERY_MS);

process.stdin.resume().on('end', () => {
  clearInterval(pace);
  // Pending requests have no time limit, since their duration is measured.
  const until = setInterval(() => {
    if (agent.sockets && Object.keys(agent.sockets).length > 0) return;
    clearInterval(until);
    process.stdout.write(JSON.stringify({ ...times, failed }), () => process.exit(0));
  }, 20);
});
