import { readFileSync } from 'node:fs';
import type { Analysis } from '../src/engine/model/analysis.ts';
import { GAPS } from '../src/texts/overview.ts';
import type { ReportedAnalysis } from '../src/texts/reported.ts';

/** The report of a whole analysis, without the list of resources in sync, only their number. */
export function reportOf(analysis: Analysis): ReportedAnalysis {
  const { counts, coverage, findings, states, similar = [] } = analysis;
  const inScope = new Map(states.map(({ key }) => [key, 0]));
  const count = (key: string, instances = 1) => inScope.set(key, (inScope.get(key) ?? 0) + instances);
  const listed = [...findings, ...coverage.filter(({ verdict }) => GAPS.includes(verdict))];
  for (const { state_key: key } of listed) count(key);
  if (states[0]) count(states[0].key, Math.max(0, counts.resources - counts.skipped - listed.length));
  const incidentOf = (resource: string) => similar.find((one) => one.resource === resource)?.incident_id ?? null;
  const withIncidents = findings.map((one) => ({ ...one, incident_id: incidentOf(one.resource) }));
  return { ...analysis, findings: withIncidents, inScope, similar };
}

/** A fixed analysis for comparing reports. */
export function goldenAnalysis(name: string): Analysis {
  const file = new URL(`../src/texts/golden/${name}/analysis.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Analysis;
}
