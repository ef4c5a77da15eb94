import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connectThrough, dummySignature } from '../testkit/gateway-client.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';
import { startScript } from './load.ts';
import { median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const CALLS = 400;
const WARM_UP = 100;
const HOST = 'iam.amazonaws.com';
const GOAL_MS = 1.5;

/** A way to send the same kind of call. Every call is different, so that none is answered from a cache. */
type Way = { name: string; ask: (body: string) => Promise<number> };

const wanted = (n: number): string => `Action=ListRoles&Version=2010-05-08&MaxItems=20&Marker=m${n}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function directly(url: string, ca: Buffer): Way & Disposable {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost' });
  const ask = async (body: string): Promise<number> => {
    const out = request(url, {
      agent,
      method: 'POST',
      headers: { ...FORM, host: HOST, 'content-length': body.length },
    });
    out.end(body);
    const [answer] = (await once(out, 'response')) as [IncomingMessage];
    await buffer(answer);
    return answer.statusCode ?? 0;
  };
  return { name: 'directly', ask, [Symbol.dispose]: () => agent.destroy() };
}

/** The time of each call in milliseconds, by way; the ways take turns. */
async function interleaved(ways: readonly Way[], calls: number, from: number): Promise<number[][]> {
  const took = ways.map((): number[] => []);
  for (let i = 0; i < calls; i++)
    for (const [w, { name, ask }] of ways.entries()) {
      const started = performance.now();
      const status = await ask(wanted(from + i * ways.length + w));
      took[w]?.push(performance.now() - started);
      if (status !== 200) throw new Error(`${name}: the answer was ${status}`);
    }
  return took;
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

export const gatewayBench: Bench = {
  about:
    'what the gateway adds to a call: the same one directly and through it, in turn, to a cloud that answers at once',
  async run({ runs, say }) {
    await using dir = await temporaryDirectory();
    await mkdir(join(dir.path, 'proxy'));
    const bundle = join(dir.path, 'cloud.pem');
    await using cloud = await startScript('gateway-cloud.ts', [bundle]);
    await using behind = await startScript('gateway-proxy.ts', [join(dir.path, 'proxy'), cloud.url, bundle]);
    const { env, accessKeyId } = JSON.parse(behind.url) as { env: Record<string, string>; accessKeyId: string };
    const headers = { ...FORM, authorization: dummySignature(accessKeyId, 'iam') };
    const [one, two] = [
      await connectThrough(env, HOST, { alpn: 'http/1.1' }),
      await connectThrough(env, HOST, { alpn: 'h2' }),
    ];
    const through = (name: string, connection: typeof one): Way => ({
      name,
      ask: async (body) => (await connection.ask({ method: 'POST', headers, body })).status,
    });
    using direct = directly(cloud.url, readFileSync(bundle));
    const ways = [direct, through('through the gateway, HTTP/2', two), through('through the gateway, HTTP/1.1', one)];
    await interleaved(ways, WARM_UP, 0);
    const p50s = ways.map((): number[] => []);
    const p99s = ways.map((): number[] => []);
    for (let run = 1; run <= runs; run++) {
      const took = await interleaved(ways, CALLS, run * 1_000_000);
      for (const [w, times] of took.entries()) {
        p50s[w]?.push(median(times));
        p99s[w]?.push(quantile(times, 0.99));
      }
      say(
        `run ${run} of ${runs}: ${ways.map(({ name }, w) => `${name} ${p50s[w]?.at(-1)?.toFixed(2)} ms`).join(', ')}`,
      );
    }
    one.close();
    two.close();
    const figures = ways.flatMap(({ name }, w): Figure[] => {
      const [p50, p99] = [p50s[w] ?? [], p99s[w] ?? []];
      const added = p50.map((value, i) => value - (p50s[0]?.[i] ?? 0));
      return [
        { name: `${name}, p50`, value: median(p50), unit: 'ms', runs: p50 },
        { name: `${name}, p99`, value: median(p99), unit: 'ms', runs: p99 },
        ...(w === 0
          ? []
          : [{ name: `${name}: added, p50`, value: median(added), unit: 'ms', goal: GOAL_MS, runs: added }]),
      ];
    });
    const notes = [
      `${CALLS} calls a run by each way, one after another, each for something else; the caller, the gateway and the cloud are processes of their own.`,
      "The cloud is reached over TLS in each case; the AWS provider speaks HTTP/2 to the gateway, and HTTP/1.1 to the cloud's own hosts.",
    ];
    return { bench: 'gateway', about: gatewayBench.about, figures, notes };
  },
};
