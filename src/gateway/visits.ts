import { randomBytes } from 'node:crypto';
import { createUnanswered } from './unanswered.ts';
import type { CloudCredentials, Gateway, OpenVisit, Visit } from './types.ts';

type Entry = { visit: Visit; open: OpenVisit; looks: { running: number; last: number } };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Of the form that AWS's have, so that whoever checks that is content. */
function dummyCredentials(): CloudCredentials {
  const letters = Array.from(randomBytes(16), (byte) => LETTERS[byte & 31]);
  return { accessKeyId: `AKIA${letters.join('')}`, secretAccessKey: randomBytes(30).toString('base64') };
}

/** Whoever has `open` has the whole entry: it lasts as long as that, or as the analysis. */
function enter(wanted: Omit<Visit, 'notBefore' | 'unanswered'>): Entry {
  const looks = { running: 0, last: 0 };
  const unanswered = createUnanswered();
  const visit: Visit = { ...wanted, unanswered, notBefore: () => (looks.running > 0 ? looks.last : 0) };
  const open: OpenVisit = {
    credentials: dummyCredentials(),
    unanswered: unanswered.about,
    fresh: async (run) => {
      entry.looks.running++;
      entry.looks.last = performance.now();
      try {
        return await run();
      } finally {
        entry.looks.running--;
      }
    },
  };
  const entry: Entry = { visit, open, looks };
  return entry;
}

export type Visits = {
  open: Gateway['visit'];
  end: Gateway['end'];
  /** By the access key that stands for it. */
  find(accessKeyId: string): Visit | undefined;
};

/** The visits of a gateway; one is forgotten with the analysis that it is part of. */
export function createVisits(): Visits {
  const byAnalysis = new WeakMap<object, Map<string | undefined, Entry>>();
  const byKey = new Map<string, WeakRef<Entry>>();
  const gone = new FinalizationRegistry<string>((key) => byKey.delete(key));
  return {
    open(wanted) {
      const ofAnalysis = byAnalysis.get(wanted.by) ?? new Map<string | undefined, Entry>();
      byAnalysis.set(wanted.by, ofAnalysis);
      const known = ofAnalysis.get(wanted.account);
      if (known) return known.open;
      const entry = enter(wanted);
      const { accessKeyId } = entry.open.credentials;
      ofAnalysis.set(wanted.account, entry);
      byKey.set(accessKeyId, new WeakRef(entry));
      gone.register(entry, accessKeyId);
      return entry.open;
    },
    end(by) {
      for (const { open } of byAnalysis.get(by)?.values() ?? []) byKey.delete(open.credentials.accessKeyId);
      byAnalysis.delete(by);
    },
    find: (accessKeyId) => byKey.get(accessKeyId)?.deref()?.visit,
  };
}
