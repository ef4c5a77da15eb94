import type { Analysis, AttributeDrift, Coverage, Finding, RuleRef, SuppressedDifference } from '../model/analysis.ts';

/** One difference, and the stage that decided: the one that suppressed it, `ignore`, or `drift` if none did. */
export type Step = SuppressedDifference;

/** Attributes of a finding that its explanation repeats. */
const REPEATED = ['severity', 'severity_reason', 'caused_by', 'cloud_id'] as const;

/** The path of one instance through the stages of an analysis. */
export type Explanation = Omit<Coverage, 'suppressed'> &
  Partial<Pick<Finding, (typeof REPEATED)[number]>> & {
    /** Absent if the analysis ran only for this explanation. */
    analysis_id?: string;
    provider_version?: string;
    ignored_by: RuleRef[];
    steps: Step[];
    hints: string[];
  };

const drifted = ({ path, before, after, requires_replace }: AttributeDrift): Step => ({
  path,
  before,
  after,
  stage: 'drift',
  why: requires_replace ? 'nothing explains it; restoring it would replace the resource' : 'nothing explains it',
});

const COMPARED: ReadonlySet<Coverage['verdict']> = new Set(['in_sync', 'changed', 'skipped']);

/** Hints on settings that no state contains and that may explain a difference. */
function hintsFor({ verdict, provider = '' }: Coverage, steps: readonly Step[]): string[] {
  const drift = steps.filter(({ stage }) => stage === 'drift');
  const hints: string[] = [];
  if (verdict === 'changed' && drift.length > 0)
    hints.push(
      'No lifecycle.ignore_changes that Plumbline could read names one of these attributes: if the code does, name its directory with --hcl, or make it silent by an ignore rule.',
    );
  const tags = drift.some(({ path }) => /^tags(_all)?\b/.test(path));
  if (tags && provider.endsWith('/hashicorp/aws'))
    hints.push(
      'default_tags and ignore_tags of the provider are in no state either: a tag that all resources have may come from there.',
    );
  return hints;
}

/** An analysis. It has no id if it is not stored. */
type Explained = Pick<Analysis, 'findings' | 'coverage' | 'providers'> & { id?: string };

function explainOne(analysis: Explained, entry: Coverage): Explanation {
  const { suppressed = [], ignored_by = [], ...verdict } = entry;
  const finding = analysis.findings.find((one) => one.resource === entry.resource && one.state_key === entry.state_key);
  const taken = COMPARED.has(entry.verdict) ? suppressed : [];
  const steps = [...taken, ...(finding?.attributes.map(drifted) ?? [])];
  const versions = analysis.providers.flatMap(({ source, version }) => (source === entry.provider ? version : []));
  const repeated = REPEATED.filter((name) => finding?.[name] !== undefined).map((name) => [name, finding?.[name]]);
  return {
    ...verdict,
    ...Object.fromEntries(repeated),
    ...(analysis.id !== undefined && { analysis_id: analysis.id }),
    ...(versions.length > 0 && { provider_version: versions.join(', ') }),
    ignored_by,
    steps,
    hints: hintsFor(entry, steps),
  };
}

/**
 * Explains the results for an address: one explanation for each state that contains it. The analysis must include
 * suppressed differences.
 */
export function explain(analysis: Explained, address: string): Explanation[] {
  return analysis.coverage.filter(({ resource }) => resource === address).map((entry) => explainOne(analysis, entry));
}

/** The number of single-character edits that turn one text into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const MAX_ADDRESS = 200;
const MAX_COMPARED = 2_000;

/** The addresses most similar to an unknown one: first those that contain it, then those with a similar spelling. */
export function nearest(address: string, addresses: Iterable<string>, max = 5): string[] {
  const all = [...new Set(addresses)];
  const wanted = address.toLowerCase().slice(0, MAX_ADDRESS);
  const holding = all.filter((one) => one.toLowerCase().includes(wanted));
  const part = wanted.split('.').at(-1) ?? wanted;
  const alike = all.filter((one) => one.toLowerCase().includes(part.replace(/\[.*$/, '')));
  const near = (alike.length > 0 ? alike : all)
    .slice(0, MAX_COMPARED)
    .map((one) => ({ address: one, far: distance(wanted, one.toLowerCase().slice(0, MAX_ADDRESS)) }))
    .filter(({ far }) => far <= wanted.length / 2)
    .toSorted((a, b) => a.far - b.far)
    .map((one) => one.address);
  return [...new Set([...holding, ...near])].slice(0, max);
}
