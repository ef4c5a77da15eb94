/**
 * Writes the files that are made from code: `openapi.json` from the routes' schemas, `.env.example` from the settings.
 * With `--check` it writes nothing and fails when a file is not what it would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { createLimiter } from '../src/limits/limiter.ts';
import type { Services } from '../src/services/context.ts';
import { envExample } from '../src/server/config.ts';
import { composeMetrics } from '../src/server/compose-metrics.ts';
import { version } from '../src/server/version.ts';

async function openapi(): Promise<string> {
  // Describing the routes calls none of them, so no service is needed.
  const services = {} as Services;
  const metrics = composeMetrics();
  const app = await buildApp({
    services,
    operatorHash: new Uint8Array(32),
    version: version(),
    log: pino({ level: 'silent' }),
    metrics,
    limiter: createLimiter({ now: () => 0 }),
    limits: { key: 1, org: 1, recallKey: 1, recallOrg: 1 },
  });
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  metrics.close();
  return `${document}\n`;
}

const files: [string, string][] = [
  ['openapi.json', await openapi()],
  ['.env.example', envExample()],
];
const root = new URL('../', import.meta.url);
const stale: string[] = [];
for (const [name, text] of files) {
  const path = new URL(name, root);
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(`not fresh: ${stale.join(', ')}; run "npm run generate" and commit`);
  process.exit(1);
}
