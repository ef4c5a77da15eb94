import { pollWhile } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useGet, usePages } from '../../api/use-api.ts';

export type Status = components['schemas']['InstanceStatus'];

const ALIVE = { refetchInterval: pollWhile(() => true, { fastest: 5000, slowest: 30_000 }) };

export const useStatus = () => useGet('/api/v1/operator/status', {}, ALIVE);

/** Dead deliveries. A retried delivery may fail and appear again, which leaves their number the same. */
export const useDeadDeliveries = () => usePages('/api/v1/webhooks/deliveries', { limit: 20, status: 'dead' }, ALIVE);
