import type { QueueSettings } from '../jobs/types.ts';
import type { Jobs } from '../services/context.ts';

/** The queues there are, and how often each tries. */
export const QUEUES: { [Name in keyof Jobs]: QueueSettings } = {
  analysis: { retryLimit: 10 },
  delivery: { retryLimit: 8, expireInSeconds: 300 },
};
