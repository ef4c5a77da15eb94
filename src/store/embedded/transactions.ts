import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import type { ScopeKeeper } from '../connection/session-scope.ts';
import type { Deadlines } from './protocol.ts';
import { createTurns, type InTurn } from './turns.ts';

type Session = Pick<Transaction, 'query' | 'exec'>;

/** What a client has in common with the others, since there is one session: what it carries, and its place in the one line. */
export type SharedSession = { scopes: ScopeKeeper; inTurn: InTurn };

type Open = {
  tx: Transaction;
  /** Of its statements, so that none runs in the scope that another one has just entered. */
  inTurn: InTurn;
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
  /** Whoever made them is gone: those that are open are rolled back, and those that wait never begin. */
  abandon(): void;
};

/**
 * Transactions of one client on the one session that there is. While one is open everything else waits, so none may stay open for
 * ever: the usual mistake is to use the database itself, instead of the transaction, inside a transaction, which waits
 * for its own end. Two deadlines turn that into an error with Postgres's code.
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
      // PGlite reports the commit of a transaction that a failed statement has aborted as done; Postgres's driver does not.
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
