import { compareTexts } from '../../base/compare.ts';
import { locationText, incidentSummary } from './sentence/sentence.ts';
import {
  emptyCounts,
  severityRank,
  type Counts,
  type Coverage,
  type Finding,
  type Severity,
} from '../model/analysis.ts';
import { ALL_MATTERS, matterOf, type Matter } from './matters.ts';

/** The verdict on one instance, with its finding if it drifted. `position` is its index in the state. */
export type InstanceResult = {
  position: number;
  coverage: Coverage;
  finding?: Finding;
  /** The masked tags of a drifted resource. */
  tags?: Readonly<Record<string, string>>;
  /** Returns a keyed digest of the values in the state at these paths. */
  desired?: (paths: readonly string[]) => string;
};

/** The parts of a finding that a summary needs, because the finding itself went to the sink. */
export type ListedFinding = Pick<Finding, 'severity' | 'kind' | 'resource' | 'state_key'> & {
  matter: Matter;
  /** The summary of its incident. */
  text: string;
  /** The location in that text: `outside Terraform in prod (eu-west-1)`. */
  where: string;
  /** Names of the attributes that differ, the first `MAX_NAMES`. */
  attributes: string[];
  /** Reverting it replaces the resource. */
  replaces: boolean;
};

/** The totals of results, of limited size. The overview of an analysis is computed from them. */
export type Totals = {
  counts: Required<Counts>;
  findings: { kind: Finding['kind']; severity: Severity; count: number }[];
  /** Counts of the reasons why findings matter, without side effects. */
  matters: { matter: Matter; count: number }[];
  /** The worst findings without side effects: at most `MAX_LISTED`. */
  worst: ListedFinding[];
  /** Counts of the reasons why instances could not be read. */
  gaps: { reason: string; count: number }[];
  /** The reason for the first instance that was not checked; null if there is none. */
  blind: { code: string; detail: string } | null;
};

/** Maximum findings that a summary lists. */
export const MAX_LISTED = 8;
const MAX_NAMES = 3;

export const emptyTotals = (): Totals => ({
  counts: emptyCounts(),
  findings: [],
  matters: [],
  worst: [],
  gaps: [],
  blind: null,
});

/** Completes stored totals that an earlier version wrote with fewer fields. */
export function storedTotals(stored: Partial<Totals>): Totals {
  const whole = { ...emptyTotals(), ...stored };
  const counts = { ...emptyCounts(), ...stored.counts };
  return { ...whole, counts, worst: whole.worst.filter((one) => 'where' in one) };
}

type Ranked = Pick<ListedFinding, 'severity' | 'resource' | 'matter' | 'state_key'>;
const byRank = (a: Ranked, b: Ranked) =>
  severityRank(a.severity) - severityRank(b.severity) ||
  ALL_MATTERS.indexOf(a.matter) - ALL_MATTERS.indexOf(b.matter) ||
  compareTexts(a.resource, b.resource) ||
  compareTexts(a.state_key, b.state_key);

/** Adds up entries with the same key. */
function counted<Entry extends { count: number }>(entries: readonly Entry[], key: (entry: Entry) => string): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const sum = sums.get(key(entry));
    if (sum) sum.count += entry.count;
    else sums.set(key(entry), { ...entry });
  }
  return [...sums.values()];
}

/** Adds up several totals, in their order. */
export function sumTotals(parts: readonly Totals[]): Totals {
  const counts = emptyCounts();
  for (const part of parts)
    for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += part.counts[name];
  const all = <Name extends 'findings' | 'matters' | 'gaps' | 'worst'>(name: Name) =>
    parts.flatMap((part): Totals[Name][number][] => part[name]);
  return {
    counts,
    findings: counted(all('findings'), ({ kind, severity }) => `${kind} ${severity}`),
    matters: counted(all('matters'), ({ matter }) => matter),
    worst: all('worst').sort(byRank).slice(0, MAX_LISTED),
    gaps: counted(all('gaps'), ({ reason }) => reason),
    blind: parts.find(({ blind }) => blind !== null)?.blind ?? null,
  };
}

function totalsOfOne({ coverage, finding }: InstanceResult): Totals {
  const { verdict, reason, detail } = coverage;
  const blind = verdict === 'unreadable' || verdict === 'unsupported';
  const one = { ...emptyTotals(), counts: { ...emptyCounts(), resources: 1, [verdict]: 1 } };
  if (!finding)
    return {
      ...one,
      gaps: verdict === 'unreadable' ? [{ reason: reason ?? verdict, count: 1 }] : [],
      blind: blind ? { code: reason ?? verdict, detail: detail ?? 'No resource could be checked.' } : null,
    };
  const { kind, severity, caused_by: cause } = finding;
  return {
    ...one,
    counts: { ...one.counts, following: cause ? 1 : 0 },
    findings: [{ kind, severity, count: 1 }],
    matters: cause ? [] : [{ matter: matterOf(finding), count: 1 }],
  };
}

function listedFinding(finding: Finding, tags: InstanceResult['tags']): ListedFinding {
  const { severity, kind, resource, state_key, attributes } = finding;
  const incident = { finding, ...(tags && { tags }) };
  const names = new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path));
  return {
    severity,
    kind,
    resource,
    state_key,
    matter: matterOf(finding),
    text: incidentSummary(incident),
    where: locationText(incident),
    attributes: [...names].filter((name) => name !== 'tags_all' || !names.has('tags')).slice(0, MAX_NAMES),
    replaces: attributes.some((attribute) => attribute.requires_replace),
  };
}

/** Computes the totals of results, in their order. */
export function totalsOf(results: readonly InstanceResult[]): Totals {
  const drifted = results.flatMap(({ finding, tags }) =>
    finding && !finding.caused_by ? [{ ...finding, finding, tags, matter: matterOf(finding) }] : [],
  );
  // Sentences cost time, so only listed findings get one.
  const worst = drifted.sort(byRank).slice(0, MAX_LISTED);
  return {
    ...sumTotals(results.map(totalsOfOne)),
    worst: worst.map(({ finding, tags }) => listedFinding(finding, tags)),
  };
}
