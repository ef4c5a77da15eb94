// Loaded into a provider's process before it starts. Calls STS through the proxy that the environment names, with the
// key in this module's URL, and writes the responses and its environment to a file.
import { writeFileSync } from 'node:fs';
import { connectThrough, dummySignature } from '../gateway-client.ts';

const wanted = new URL(import.meta.url).searchParams;
const host = await connectThrough(process.env as Record<string, string>, 'sts.amazonaws.com', { alpn: 'h2' });
const headers = {
  'content-type': 'application/x-www-form-urlencoded',
  authorization: dummySignature(wanted.get('key') ?? '', 'sts'),
};
const body = 'Action=GetCallerIdentity&Version=2011-06-15';
const told: string[] = [];
for (let i = 0; i < 3; i++) {
  const answer = await host.ask({ method: 'POST', headers, body });
  told.push(`${answer.status} ${answer.body.toString()}`);
}
host.close();
writeFileSync(wanted.get('out') ?? '', JSON.stringify({ told, env: process.env }));
