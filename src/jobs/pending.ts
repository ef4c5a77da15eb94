import type { Queue } from './types.ts';

/** A message that waits or is worked on, with `data` as JSON text. */
export type PendingJob = { name: string; data: string; singleton_key: string | null };

/** All of them, oldest first. For a database whose queue was started once: the schema `pgboss` is there. */
export const PENDING_JOBS = `
  select name, data::text as data, singleton_key from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%'
  order by created_on, id`;

/** What sends a message whose queue is known by its name alone. */
export type AnyQueue = Pick<Queue<Record<string, object>>, 'send'>;
