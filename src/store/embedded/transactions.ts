import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import type { ScopeKeeper } from '../connection/session-scope.ts';
import type { Deadlines } from './protocol.ts';
import { createTurns, type InTurn } from './turns.ts';

type Session = Pick<Transaction, 'query' | 'exec'>;

/** State that all clients of the one session share: its current scope, and the queue of statements. */
export type SharedSession = { scopes: ScopeKeeper; inTurn: InTurn };

type Open = {
  tx: Transaction;
  /** Orders the transaction's statements, so that none runs in the scope of another. */
  inTurn: InTurn;
  /** The number of statements that run now. */
  busy: number;
  /** Whether a statement of the transaction failed. */
  failed: boolean;
  idle: NodeJS.Timeout | undefined;
  end: (commit: boolean) => void;
  done: Promise<void>;
};

export type Transactions = {
  begin(id: number): Promise<void>;
  end(id: number, commit: boolean): Promise<void>;
  /** Runs `use` in the transaction with this id; undefined: outside transactions. */
  on<T>(id: number | undefined, use: (session: Session) => Promise<T>): Promise<T>;
  /** The client is gone: rolls its open transactions back, and never begins those that wait. */
  abandon(): void;
};

/**
 * One client's transactions on the only session. An open transaction makes everything else wait, so none may stay open
 * forever. The usual mistake is a query on the database instead of the transaction inside a transaction: it waits for the
 * end of its own transaction. Two deadlines turn that into an error with Postgres's code.
 */
export function createTransactions(
  db: PGliteInterface,
  deadlines: Deadlines,
  { scopes, inTurn }: SharedSession,
): Transactions {
  const open = new Map<number, Open>();
  const expired = new Set<number>();
  let abandoned = false;

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
        const work = async (tx: Transaction) => {
          clearTimeout(deadline);
          if (late || abandoned) return;
          saved = scopes.save();
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const entry: Open = {
            tx,
            inTurn: createTurns(),
            busy: 0,
            failed: false,
            idle: undefined,
            end: resolve,
            done,
          };
          open.set(id, entry);
          rest(id, entry);
          granted();
          if (await promise) return;
          await tx.rollback();
          scopes.restore(saved);
        };
        let saved: unknown;
        const done: Promise<void> = inTurn(() =>
          db.transaction(work).catch((error: unknown) => {
            scopes.forget();
            throw error;
          }),
        );
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
      // PGlite reports a commit as successful even if a failed statement aborted it; Postgres's driver throws.
      const aborted = commit && entry.failed ? await entry.tx.query('select 1').catch((error: unknown) => error) : null;
      entry.end(commit && !(aborted instanceof Error));
      await entry.done;
      if (aborted instanceof Error) throw aborted;
    },

    async on(id, use) {
      if (id === undefined) return inTurn(() => use(db));
      const entry = find(id);
      clearTimeout(entry.idle);
      entry.busy++;
      try {
        return await entry.inTurn(() => use(entry.tx));
      } catch (error) {
        entry.failed = true;
        throw error;
      } finally {
        entry.busy--;
        if (open.has(id)) rest(id, entry);
      }
    },

    abandon() {
      abandoned = true;
      for (const { idle, end } of open.values()) {
        clearTimeout(idle);
        end(false);
      }
      open.clear();
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
