import type { Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import { first } from './0001_first.ts';

/** Changes the schema by one step, inside the transaction that it is given. */
export type Migration = (db: Transaction<Tables>) => Promise<void>;

/** Every step there ever was, in order; each lies in the file of its name. A released step is never edited. */
export const MIGRATIONS: readonly { name: string; up: Migration }[] = [{ name: '0001_first', up: first }];
