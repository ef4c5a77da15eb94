import {
  severityRank,
  type Analysis,
  type Coverage,
  type Finding,
  type SeenBefore,
  type StateReport,
} from '../engine/model/analysis.ts';
import { worstSeverity } from '../engine/report/severity/severity.ts';
import type { Severity } from '../engine/model/analysis.ts';
import { GAPS } from './overview.ts';

/**
 * The parts of an analysis that a report shows. Its `coverage` may contain only the instances that were not checked.
 */
export type ReportedAnalysis = Pick<
  Analysis,
  'id' | 'org_id' | 'status' | 'finished_at' | 'states' | 'findings' | 'coverage' | 'error'
> & {
  /** Number of instances in scope by state: all but the skipped ones. */
  inScope: ReadonlyMap<string, number>;
  similar: readonly SeenBefore[];
};

/** Selects states. */
export type States = (stateKey: string) => boolean;

/** Some states of an analysis, with their findings. */
export type Side = {
  states: StateReport[];
  findings: Finding[];
  /** Findings that are not side effects of others in these states. */
  drifted: Finding[];
  severity: Severity;
  /** The instances that were not checked, and the number of instances in scope. */
  gaps: Coverage[];
  inScope: number;
  unreadable: StateReport[];
};

/** Selects the part of a report about some states. */
export const sideOf = (analysis: ReportedAnalysis, isOn: States): Side => {
  const states = analysis.states.filter(({ key }) => isOn(key));
  const findings = analysis.findings.filter(({ state_key: key }) => isOn(key));
  const causes = new Set(findings.map(({ state_key: key, resource }) => JSON.stringify([key, resource])));
  const drifted = findings.filter(
    ({ caused_by: cause }) => !cause || !causes.has(JSON.stringify([cause.state_key, cause.resource])),
  );
  return {
    states,
    findings,
    drifted: drifted.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity)),
    severity: worstSeverity(drifted.map(({ severity }) => severity)),
    gaps: analysis.coverage.filter(({ state_key: key, verdict }) => isOn(key) && GAPS.includes(verdict)),
    inScope: states.reduce((sum, { key }) => sum + (analysis.inScope.get(key) ?? 0), 0),
    unreadable: states.filter(({ status }) => status === 'unreadable'),
  };
};

/** Number of findings that are side effects of others in these states. */
export const sideEffectsOf = ({ findings, drifted }: Side): number => findings.length - drifted.length;

/** True if there were instances or states to check, and none was checked. */
export const nothingChecked = ({ gaps, inScope, unreadable }: Side): boolean =>
  inScope === gaps.length && (inScope > 0 || unreadable.length > 0);
