import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import type { Deadlines } from './protocol.ts';

type Session = Pick<Transaction, 'query' | 'exec'>;

type Open = {
  tx: Transaction;
  /** Statements that run at this moment. */
  busy: number;
  /** A statement of it failed. */
  failed: boolean;
  idle: NodeJS.Timeout | undefined;
  end: (commit: boolean) => void;
  done: Promise<void>;
};

export type Transactions = {
  begin(id: number): Promise<void>;
  end(id: number, commit: boolean): Promise<void>;
  /** Runs `use` in the transaction with that id, or outside of all of them. */
  on<T>(id: number | undefined, use: (session: Session) => Promise<T>): Promise<T>;
};

/**
 * Transactions on the one session that there is. While one is open everything else waits, so none may stay open for
 * ever: the usual mistake is to use the database itself, instead of the transaction, inside a transaction, which waits
 * for its own end. Two deadlines turn that into an error with Postgres's code.
 */
export function createTransactions(db: PGliteInterface, deadlines: Deadlines): Transactions {
  const open = new Map<number, Open>();
  const expired = new Set<number>();

  function rest(id: number, entry: Open): void {
    if (entry.busy > 0) return;
    entry.idle = setTimeout(() => {
      expired.add(id);
      entry.end(false);
      open.delete(id);
    }, deadlines.idleMs);
  }

  function find(id: number): Open {
    const entry = open.get(id);
    if (entry) return entry;
    throw expired.has(id) ? tooIdle(deadlines.idleMs) : coded('25P01', 'there is no such transaction');
  }

  return {
    begin: (id) =>
      new Promise((granted, refused) => {
        let late = false;
        const deadline = setTimeout(() => {
          late = true;
          refused(coded('55P03', `the embedded database was busy for ${deadlines.beginMs} ms`));
        }, deadlines.beginMs);
        const done: Promise<void> = db.transaction(async (tx) => {
          clearTimeout(deadline);
          if (late) return;
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const entry: Open = { tx, busy: 0, failed: false, idle: undefined, end: resolve, done };
          open.set(id, entry);
          rest(id, entry);
          granted();
          if (!(await promise)) await tx.rollback();
        });
        done.catch(refused);
      }),

    async end(id, commit) {
      if (expired.delete(id)) {
        if (commit) throw tooIdle(deadlines.idleMs);
        return;
      }
      const entry = find(id);
      clearTimeout(entry.idle);
      open.delete(id);
      // PGlite reports the commit of a transaction that a failed statement has aborted as done; Postgres's driver does not.
      const aborted = commit && entry.failed ? await entry.tx.query('select 1').catch((error: unknown) => error) : null;
      entry.end(commit && !(aborted instanceof Error));
      await entry.done;
      if (aborted instanceof Error) throw aborted;
    },

    async on(id, use) {
      if (id === undefined) return use(db);
      const entry = find(id);
      clearTimeout(entry.idle);
      entry.busy++;
      try {
        return await use(entry.tx);
      } catch (error) {
        entry.failed = true;
        throw error;
      } finally {
        entry.busy--;
        if (open.has(id)) rest(id, entry);
      }
    },
  };
}

function tooIdle(ms: number): Error {
  const hint = 'was the database used inside it instead of the transaction?';
  return coded('25P03', `the transaction was rolled back: no statement came for ${ms} ms (${hint})`);
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
