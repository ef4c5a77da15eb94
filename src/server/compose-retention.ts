import type { Logger } from 'pino';
import type { Services } from '../services/services.ts';
import { expireIncidents } from '../services/memory/expire.ts';
import { expireSessions } from '../services/sessions/end.ts';
import { expireSummaries } from '../services/summaries/summarise.ts';

const SWEEP_MS = 3600_000;

/** Forgets what organizations do not want to keep any longer, now and every hour, until the answered function is called. */
export function startRetention(services: Services, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => expireIncidents(services, { signal: stopping.signal }))
      .catch((error: unknown) => log.warn({ err: error }, 'could not forget old incidents'))
      .then(() => expireSummaries(services))
      .catch((error: unknown) => log.warn({ err: error }, 'could not forget old summaries'))
      .then(() => expireSessions(services))
      .catch((error: unknown) => log.warn({ err: error }, 'could not erase sessions that are over'));
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}
