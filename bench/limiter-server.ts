// The API with a rate limiter: `none` does not limit, `memory` counts in memory, a URL counts in that Redis. The bench
// requests a page that needs neither key nor database. Prints its URL.
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { openSharedStore } from '../src/integrations/redis/shared-store.ts';
import { createLimiter, type Limiter } from '../src/limits/limiter.ts';
import { composeMetrics } from '../src/server/compose-api.ts';
import type { Services } from '../src/services/services.ts';

const [, , kind = 'none'] = process.argv;
const now = () => performance.now();
const unlimited = { admitted: true, statuses: [] };
const none: Limiter = {
  take: () => Promise.resolve(unlimited),
  peek: () => unlimited,
  check: () => Promise.resolve({ status: 'ok', kind: 'memory' }),
};
const shared = kind.startsWith('redis') ? openSharedStore({ url: kind }) : undefined;
await shared?.connect();
const limit = 1_000_000;
const app = await buildApp({
  services: {} as Services,
  operatorHash: new Uint8Array(32),
  version: '0',
  log: pino({ level: 'silent' }),
  metrics: composeMetrics(),
  limiter: kind === 'none' ? none : createLimiter({ now, shared }),
  limits: { key: limit, org: limit, recallKey: limit, recallOrg: limit },
});
process.once('SIGTERM', () => {
  shared?.close();
  void app.close().then(() => process.exit(0));
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
