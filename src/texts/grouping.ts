import type { Analysis, Coverage, Finding, StateReport, Verdict } from '../engine/model/analysis.ts';
import { severityRank } from '../engine/model/analysis.ts';
import { GAPS } from './overview.ts';

/**
 * The module part of an address; `''` for the root module. Keys of instances may contain dots and brackets, so the
 * address cannot simply be split.
 */
export function moduleOf(address: string): string {
  return /^(?:module\.[^.[]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?(?:\.|$))*/s.exec(address)?.[0].replace(/\.$/, '') ?? '';
}

export type StateGroup = {
  key: string;
  state: StateReport | undefined;
  modules: { module: string; findings: FindingGroup[] }[];
};

/** A finding with its side effects. */
export type FindingGroup = { finding: Finding; sideEffects: Finding[] };

const byAddress = (a: Finding, b: Finding) =>
  severityRank(a.severity) - severityRank(b.severity) || a.resource.localeCompare(b.resource, 'en', { numeric: true });

const idOf = ({ resource, state_key: key }: { resource: string; state_key: string }) => JSON.stringify([key, resource]);

/** Divides a side effect of several reported causes into one for each cause. */
function byCause(finding: Finding, reported: ReadonlySet<string>): Finding[] {
  const { caused_by: cause, attributes } = finding;
  if (!cause) return [finding];
  const causes = Map.groupBy(attributes, ({ caused_by: own = cause }) =>
    reported.has(idOf(own)) ? idOf(own) : undefined,
  );
  return [...causes.values()].map((those) => ({
    ...finding,
    attributes: those,
    caused_by: those[0]?.caused_by ?? cause,
  }));
}

/**
 * Groups the findings by state and module (root module first), the worst first within a module, each with its side
 * effects.
 */
export function grouped(analysis: Pick<Analysis, 'states'> & { findings: readonly Finding[] }): StateGroup[] {
  const reported = new Set(analysis.findings.filter(({ caused_by: cause }) => !cause).map(idOf));
  const causeOf = ({ caused_by: cause }: Finding) => (cause && reported.has(idOf(cause)) ? idOf(cause) : undefined);
  const byCausingFinding = Map.groupBy(
    analysis.findings.flatMap((finding) => byCause(finding, reported)),
    causeOf,
  );
  const withSideEffects = (finding: Finding): FindingGroup => ({
    finding,
    sideEffects: (byCausingFinding.get(idOf(finding)) ?? []).toSorted(byAddress),
  });
  const states = Map.groupBy(byCausingFinding.get(undefined) ?? [], (finding) => finding.state_key);
  return [...states]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([key, findings]) => {
      const modules = Map.groupBy(findings, (finding) => moduleOf(finding.resource));
      return {
        key,
        state: analysis.states.find((state) => state.key === key),
        modules: [...modules]
          .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
          .map(([module, list]) => ({ module, findings: list.toSorted(byAddress).map(withSideEffects) })),
      };
    });
}

/** The findings of all states in one list, the worst first, each with its side effects. */
export function worstFirst(analysis: Parameters<typeof grouped>[0]): FindingGroup[] {
  return grouped(analysis)
    .flatMap(({ modules }) => modules.flatMap(({ findings }) => findings))
    .toSorted((a, b) => severityRank(a.finding.severity) - severityRank(b.finding.severity));
}

export type Gap = {
  verdict: Verdict;
  reason: string;
  details: { detail: string; instances: Coverage[] }[];
  total: number;
};

/**
 * The instances that were not checked, grouped by verdict, reason and detail: unconfirmed deletions first, then the
 * most frequent reasons.
 */
export function gaps(analysis: { coverage: readonly Coverage[] }): Gap[] {
  const open = analysis.coverage.filter(({ verdict }) => GAPS.includes(verdict));
  const kinds = Map.groupBy(open, ({ verdict, reason }) => JSON.stringify([verdict, reason ?? 'unknown']));
  return [...kinds]
    .map(([kind, list]): Gap => {
      const [verdict, reason] = JSON.parse(kind) as [Verdict, string];
      const details = [...Map.groupBy(list, ({ detail }) => detail ?? '')];
      return {
        verdict,
        reason,
        total: list.length,
        details: details.map(([detail, instances]) => ({ detail, instances })),
      };
    })
    .toSorted((a, b) => Number(b.verdict === 'suspect') - Number(a.verdict === 'suspect') || b.total - a.total);
}
