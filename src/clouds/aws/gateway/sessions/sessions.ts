import { randomBytes } from 'node:crypto';
import { createProgress } from './progress.ts';
import { createUnanswered } from './unanswered.ts';
import type { Named } from '../../catalog/named.ts';
import type { CloudCredentials, Gateway, SessionHandle, Session, SessionRequest } from '../call/types.ts';

type Entry = { session: Session; open: SessionHandle };

/** An analysis's sessions, by account. Calls of any session may name resources of any of its states. */
type Analysis = { sessions: Map<string | undefined, Entry>; named: Record<keyof Named, Set<string>> };

const newAnalysis = (): Analysis => ({
  sessions: new Map(),
  named: { accounts: new Set(), buckets: new Set(), tables: new Set() },
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Dummy credentials in AWS's format, which SDKs may check. */
function dummyCredentials(): CloudCredentials {
  const letters = Array.from(randomBytes(16), (byte) => LETTERS[byte & 31]);
  return { accessKeyId: `AKIA${letters.join('')}`, secretAccessKey: randomBytes(30).toString('base64') };
}

function enter(wanted: SessionRequest, named: Named): Entry {
  const freshReads = { running: 0, last: 0 };
  const unanswered = createUnanswered();
  const progress = createProgress();
  return {
    session: {
      ...wanted,
      named,
      unanswered,
      progress,
      notBefore: () => (freshReads.running > 0 ? freshReads.last : 0),
    },
    open: {
      credentials: dummyCredentials(),
      cloud: unanswered,
      progress,
      fresh: async (run) => {
        freshReads.running++;
        freshReads.last = performance.now();
        try {
          return await run();
        } finally {
          freshReads.running--;
        }
      },
    },
  };
}

export type Sessions = {
  open: Gateway['session'];
  end: Gateway['end'];
  /** Finds a session by its dummy access key. */
  find(accessKeyId: string): Session | undefined;
};

/** The sessions of a gateway; they last until their analysis ends. */
export function createSessions(): Sessions {
  const byAnalysis = new Map<object, Analysis>();
  const byKey = new Map<string, Session>();
  return {
    open(wanted) {
      const { sessions, named } = byAnalysis.get(wanted.by) ?? newAnalysis();
      byAnalysis.set(wanted.by, { sessions, named });
      for (const kind of ['accounts', 'buckets', 'tables'] as const)
        for (const name of wanted.named?.[kind] ?? []) named[kind].add(name);
      if (wanted.account !== undefined) named.accounts.add(wanted.account);
      const existing = sessions.get(wanted.account);
      if (existing) return existing.open;
      const { session, open } = enter(wanted, named);
      sessions.set(wanted.account, { session, open });
      byKey.set(open.credentials.accessKeyId, session);
      return open;
    },
    end(by) {
      for (const { open } of byAnalysis.get(by)?.sessions.values() ?? []) byKey.delete(open.credentials.accessKeyId);
      byAnalysis.delete(by);
    },
    find: (accessKeyId) => byKey.get(accessKeyId),
  };
}
