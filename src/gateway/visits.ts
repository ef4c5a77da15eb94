import { randomBytes } from 'node:crypto';
import { createUnanswered } from './unanswered.ts';
import type { CloudCredentials, Gateway, OpenVisit, Visit } from './types.ts';

type Entry = { visit: Visit; open: OpenVisit };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Of the form that AWS's have, so that whoever checks that is content. */
function dummyCredentials(): CloudCredentials {
  const letters = Array.from(randomBytes(16), (byte) => LETTERS[byte & 31]);
  return { accessKeyId: `AKIA${letters.join('')}`, secretAccessKey: randomBytes(30).toString('base64') };
}

function enter(wanted: Omit<Visit, 'notBefore' | 'unanswered'>): Entry {
  const looks = { running: 0, last: 0 };
  const unanswered = createUnanswered();
  return {
    visit: { ...wanted, unanswered, notBefore: () => (looks.running > 0 ? looks.last : 0) },
    open: {
      credentials: dummyCredentials(),
      unanswered: unanswered.about,
      fresh: async (run) => {
        looks.running++;
        looks.last = performance.now();
        try {
          return await run();
        } finally {
          looks.running--;
        }
      },
    },
  };
}

export type Visits = {
  open: Gateway['visit'];
  end: Gateway['end'];
  /** By the access key that stands for it. */
  find(accessKeyId: string): Visit | undefined;
};

/** The visits of a gateway; they last until their analysis ends. */
export function createVisits(): Visits {
  const byAnalysis = new Map<object, Map<string | undefined, Entry>>();
  const byKey = new Map<string, Visit>();
  return {
    open(wanted) {
      const ofAnalysis = byAnalysis.get(wanted.by) ?? new Map<string | undefined, Entry>();
      byAnalysis.set(wanted.by, ofAnalysis);
      const known = ofAnalysis.get(wanted.account);
      if (known) return known.open;
      const { visit, open } = enter(wanted);
      ofAnalysis.set(wanted.account, { visit, open });
      byKey.set(open.credentials.accessKeyId, visit);
      return open;
    },
    end(by) {
      for (const { open } of byAnalysis.get(by)?.values() ?? []) byKey.delete(open.credentials.accessKeyId);
      byAnalysis.delete(by);
    },
    find: (accessKeyId) => byKey.get(accessKeyId),
  };
}
