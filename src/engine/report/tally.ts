import { circumstances, incidentSummary } from './sentence/sentence.ts';
import {
  emptyCounts,
  severityRank,
  type Counts,
  type Coverage,
  type Finding,
  type Severity,
} from '../model/analysis.ts';
import { ALL_MATTERS, matterOf, type Matter } from './matters.ts';

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
export type Told = Pick<Finding, 'severity' | 'kind' | 'resource' | 'state_key'> & {
  matter: Matter;
  /** What happened, as its incident says it. */
  text: string;
  /** The part of that which says where: `outside Terraform in prod (eu-west-1)`. */
  where: string;
  /** The names of what differs; a few. */
  attributes: string[];
  /** Restoring it replaces the resource. */
  replaces: boolean;
};

/** What results come to: all that is said of an analysis as a whole is made of this, however many results there were. */
export type Tally = {
  counts: Required<Counts>;
  findings: { kind: Finding['kind']; severity: Severity; count: number }[];
  /** Why those matter that follow from no other. */
  matters: { matter: Matter; count: number }[];
  /** The worst findings, as many as a summary tells; what only follows from others is not among them. */
  worst: Told[];
  /** Why instances could not be read. */
  gaps: { reason: string; count: number }[];
  /** Why the first instance that could not be looked at was not; null where there is none. */
  blind: { code: string; detail: string } | null;
};

/** How many findings are told one by one. */
export const TOLD = 8;
/** How many names of what differs in one of them. */
const NAMES = 3;

/** The tally of nothing. */
export const emptyTally = (): Tally => ({
  counts: emptyCounts(),
  findings: [],
  matters: [],
  worst: [],
  gaps: [],
  blind: null,
});

/** One that was stored; an earlier version has stored less in it. */
export function storedTally(stored: Partial<Tally>): Tally {
  const whole = { ...emptyTally(), ...stored };
  const counts = { ...emptyCounts(), ...stored.counts };
  return { ...whole, counts, worst: whole.worst.filter((one) => 'where' in one) };
}

type Ranked = Pick<Told, 'severity' | 'resource' | 'matter' | 'state_key'>;
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byRank = (a: Ranked, b: Ranked) =>
  severityRank(a.severity) - severityRank(b.severity) ||
  ALL_MATTERS.indexOf(a.matter) - ALL_MATTERS.indexOf(b.matter) ||
  order(a.resource, b.resource) ||
  order(a.state_key, b.state_key);

/** Adds up what is the same but for its count. */
function counted<Entry extends { count: number }>(entries: readonly Entry[], key: (entry: Entry) => string): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const known = sums.get(key(entry));
    if (known) known.count += entry.count;
    else sums.set(key(entry), { ...entry });
  }
  return [...sums.values()];
}

/** Several tallies as one; in the order of what they are about. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  const counts = emptyCounts();
  for (const tally of tallies)
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += tally.counts[name];
  const all = <Name extends 'findings' | 'matters' | 'gaps' | 'worst'>(name: Name) =>
    tallies.flatMap((tally): Tally[Name][number][] => tally[name]);
  return {
    counts,
    findings: counted(all('findings'), ({ kind, severity }) => `${kind} ${severity}`),
    matters: counted(all('matters'), ({ matter }) => matter),
    worst: all('worst').sort(byRank).slice(0, TOLD),
    gaps: counted(all('gaps'), ({ reason }) => reason),
    blind: tallies.find(({ blind }) => blind !== null)?.blind ?? null,
  };
}

function tallyOf({ coverage, finding }: InstanceResult): Tally {
  const { verdict, reason, detail } = coverage;
  const blind = verdict === 'unreadable' || verdict === 'unsupported';
  const one = { ...emptyTally(), counts: { ...emptyCounts(), resources: 1, [verdict]: 1 } };
  if (!finding)
    return {
      ...one,
      gaps: verdict === 'unreadable' ? [{ reason: reason ?? verdict, count: 1 }] : [],
      blind: blind ? { code: reason ?? verdict, detail: detail ?? 'No resource could be looked at.' } : null,
    };
  const { kind, severity, caused_by: cause } = finding;
  return {
    ...one,
    counts: { ...one.counts, following: cause ? 1 : 0 },
    findings: [{ kind, severity, count: 1 }],
    matters: cause ? [] : [{ matter: matterOf(finding), count: 1 }],
  };
}

function toldOf(finding: Finding, tags: InstanceResult['tags']): Told {
  const { severity, kind, resource, state_key, attributes } = finding;
  const told = { finding, ...(tags && { tags }) };
  const names = new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path));
  return {
    severity,
    kind,
    resource,
    state_key,
    matter: matterOf(finding),
    text: incidentSummary(told),
    where: circumstances(told),
    attributes: [...names].filter((name) => name !== 'tags_all' || !names.has('tags')).slice(0, NAMES),
    replaces: attributes.some((attribute) => attribute.requires_replace),
  };
}

/** Counts results, in their order. */
export function tally(results: readonly InstanceResult[]): Tally {
  const found = results.flatMap(({ finding, tags }) =>
    finding && !finding.caused_by ? [{ ...finding, finding, tags, matter: matterOf(finding) }] : [],
  );
  // Sentences are made of those alone that may be told.
  const worst = found.sort(byRank).slice(0, TOLD);
  return { ...sumTallies(results.map(tallyOf)), worst: worst.map(({ finding, tags }) => toldOf(finding, tags)) };
}
