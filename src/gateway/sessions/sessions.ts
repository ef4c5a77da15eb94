import { randomBytes } from 'node:crypto';
import { createProgress } from './progress.ts';
import { createUnanswered } from './unanswered.ts';
import type { CloudCredentials, Gateway, Named, OpenVisit, Visit, WantedVisit } from '../call/types.ts';

type Entry = { visit: Visit; open: OpenVisit };

/** The visits of one analysis, by account; what one state names may be asked about for all of them. */
type Analysis = { visits: Map<string | undefined, Entry>; named: Record<keyof Named, Set<string>> };

const newAnalysis = (): Analysis => ({
  visits: new Map(),
  named: { accounts: new Set(), buckets: new Set(), tables: new Set() },
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Of the form that AWS's have, so that whoever checks that is content. */
function dummyCredentials(): CloudCredentials {
  const letters = Array.from(randomBytes(16), (byte) => LETTERS[byte & 31]);
  return { accessKeyId: `AKIA${letters.join('')}`, secretAccessKey: randomBytes(30).toString('base64') };
}

function enter(wanted: WantedVisit, named: Named): Entry {
  const looks = { running: 0, last: 0 };
  const unanswered = createUnanswered();
  const progress = createProgress();
  return {
    visit: { ...wanted, named, unanswered, progress, notBefore: () => (looks.running > 0 ? looks.last : 0) },
    open: {
      credentials: dummyCredentials(),
      cloud: unanswered,
      progress,
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
  const byAnalysis = new Map<object, Analysis>();
  const byKey = new Map<string, Visit>();
  return {
    open(wanted) {
      const { visits, named } = byAnalysis.get(wanted.by) ?? newAnalysis();
      byAnalysis.set(wanted.by, { visits, named });
      for (const kind of ['accounts', 'buckets', 'tables'] as const)
        for (const name of wanted.named?.[kind] ?? []) named[kind].add(name);
      if (wanted.account !== undefined) named.accounts.add(wanted.account);
      const known = visits.get(wanted.account);
      if (known) return known.open;
      const { visit, open } = enter(wanted, named);
      visits.set(wanted.account, { visit, open });
      byKey.set(open.credentials.accessKeyId, visit);
      return open;
    },
    end(by) {
      for (const { open } of byAnalysis.get(by)?.visits.values() ?? []) byKey.delete(open.credentials.accessKeyId);
      byAnalysis.delete(by);
    },
    find: (accessKeyId) => byKey.get(accessKeyId),
  };
}
