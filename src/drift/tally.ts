import { emptyCounts, severityRank, type Counts, type Coverage, type Finding, type Severity } from './analysis.ts';

/** The verdict on one instance, with the finding where it is drift. `position` is its place in the state. */
export type InstanceResult = {
  position: number;
  coverage: Coverage;
  finding?: Finding;
  /** Of what drifted: its tags, masked. */
  tags?: Readonly<Record<string, string>>;
  /** A keyed digest of what the state says at these paths. */
  desired?: (paths: readonly string[]) => string;
};

/** What a finding is remembered by when the finding itself has been handed on. */
export type Told = Pick<Finding, 'severity' | 'resource' | 'message'>;

/** What results come to: all that is said of an analysis as a whole is made of this, however many results there were. */
export type Tally = {
  counts: Counts;
  findings: { kind: Finding['kind']; severity: Severity; count: number }[];
  /** Findings among them that only follow from others. */
  consequences: number;
  /** The worst findings, as many as a summary tells; what only follows from others is not among them. */
  worst: Told[];
  /** Why the first instance that could not be looked at was not; null where there is none. */
  blind: { code: string; detail: string } | null;
};

/** How many findings are told one by one. */
export const TOLD = 5;

/** The tally of nothing. */
export const emptyTally = (): Tally => ({
  counts: emptyCounts(),
  findings: [],
  consequences: 0,
  worst: [],
  blind: null,
});

const rank = ({ severity }: Told) => severityRank(severity);
const byRank = (a: Told, b: Told) => rank(a) - rank(b) || (a.resource < b.resource ? -1 : 1);

/** Several tallies as one; in the order of what they are about. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  const counts = emptyCounts();
  const findings = new Map<string, Tally['findings'][number]>();
  for (const tally of tallies) {
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += tally.counts[name];
    for (const { kind, severity, count } of tally.findings) {
      const key = `${kind} ${severity}`;
      findings.set(key, { kind, severity, count: count + (findings.get(key)?.count ?? 0) });
    }
  }
  return {
    counts,
    findings: [...findings.values()],
    consequences: tallies.reduce((sum, { consequences }) => sum + consequences, 0),
    worst: tallies
      .flatMap(({ worst }) => worst)
      .sort(byRank)
      .slice(0, TOLD),
    blind: tallies.find(({ blind }) => blind !== null)?.blind ?? null,
  };
}

function tallyOf({ coverage, finding }: InstanceResult): Tally {
  const { verdict, reason, detail } = coverage;
  const blind = verdict === 'unreadable' || verdict === 'unsupported';
  const counts = { ...emptyCounts(), resources: 1, [verdict]: 1 };
  if (!finding)
    return {
      counts,
      findings: [],
      consequences: 0,
      worst: [],
      blind: blind ? { code: reason ?? verdict, detail: detail ?? 'No resource could be looked at.' } : null,
    };
  const { kind, severity, resource, message, caused_by: cause } = finding;
  return {
    counts,
    findings: [{ kind, severity, count: 1 }],
    consequences: cause ? 1 : 0,
    worst: cause ? [] : [{ severity, resource, message }],
    blind: null,
  };
}

/** Counts results, in their order. */
export function tally(results: readonly InstanceResult[]): Tally {
  return sumTallies(results.map(tallyOf));
}
