import { createQuotas, type Quotas } from '../services/quotas/quotas.ts';
import type { Config } from './config.ts';

/** How much an organization may have where the operator has not decided it for that one. */
export const composeQuotas = (config: Config): Quotas =>
  createQuotas({
    keys: config.quotaKeys,
    incidents: config.quotaIncidents,
    states: config.quotaStates,
    bytes: config.quotaMegabytes * 1024 ** 2,
  });
