import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Changes the schema by one step, inside the transaction that it is given. */
export type Migration = (db: Transaction<Tables>) => Promise<void>;
