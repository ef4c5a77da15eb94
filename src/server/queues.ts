import type { QueueSettings } from '../jobs/types.ts';
import type { Jobs } from '../services/base/jobs.ts';

/** All queues, with the number of retries of each. */
export const QUEUES: { [Name in keyof Jobs]: QueueSettings & { groupBy?: keyof Jobs[Name] } } = {
  analysis: { retryLimit: 10, groupBy: 'org_id' },
  delivery: { retryLimit: 8, expireInSeconds: 300 },
  sync: { retryLimit: 6, retryDelay: 5, expireInSeconds: 1800 },
  reconcile: { retryLimit: 3, retryDelay: 30 },
  erase: { retryLimit: 20, retryDelay: 5 },
  map: { retryLimit: 15, retryDelay: 30, expireInSeconds: 1800, groupBy: 'org_id' },
  notify: { retryLimit: 5, expireInSeconds: 120 },
  trigger: { retryLimit: 20, expireInSeconds: 300, groupBy: 'org_id' },
  schedule: { retryLimit: 5, expireInSeconds: 600 },
  publish: { retryLimit: 20, expireInSeconds: 300, groupBy: 'org_id' },
};
