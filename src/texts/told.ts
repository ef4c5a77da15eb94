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

/** What is told of an analysis. Of `coverage` what could not be looked at will do; the rest is in the numbers. */
export type Told = Pick<
  Analysis,
  'id' | 'org_id' | 'status' | 'finished_at' | 'states' | 'findings' | 'coverage' | 'error'
> & {
  /** How many instances of each state there were to look at: all but the skipped. */
  inScope: ReadonlyMap<string, number>;
  similar: readonly SeenBefore[];
};

/** Which states somebody asks about. */
export type States = (stateKey: string) => boolean;

/** A part of the states, with what is to be said of them. */
export type Side = {
  states: StateReport[];
  findings: Finding[];
  /** What drifted by itself: findings without those that only follow from others of these states. */
  drifted: Finding[];
  severity: Severity;
  /** Instances that could not be looked at, and how many there were to look at. */
  gaps: Coverage[];
  inScope: number;
  unreadable: StateReport[];
};

/** One part of what is told. */
export const sideOf = (told: Told, isOn: States): Side => {
  const states = told.states.filter(({ key }) => isOn(key));
  const findings = told.findings.filter(({ state_key: key }) => isOn(key));
  const causes = new Set(findings.map(({ state_key: key, resource }) => JSON.stringify([key, resource])));
  const drifted = findings.filter(
    ({ caused_by: cause }) => !cause || !causes.has(JSON.stringify([cause.state_key, cause.resource])),
  );
  return {
    states,
    findings,
    drifted: drifted.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity)),
    severity: worstSeverity(drifted.map(({ severity }) => severity)),
    gaps: told.coverage.filter(({ state_key: key, verdict }) => isOn(key) && GAPS.includes(verdict)),
    inScope: states.reduce((sum, { key }) => sum + (told.inScope.get(key) ?? 0), 0),
    unreadable: states.filter(({ status }) => status === 'unreadable'),
  };
};

/** True where there was something to look at, and not one instance could be. */
export const nothingLookedAt = ({ gaps, inScope, unreadable }: Side): boolean =>
  inScope === gaps.length && (inScope > 0 || unreadable.length > 0);
