import type { Insertable } from 'kysely';
import { newId } from '../src/base/ids.ts';
import {
  emptyCounts,
  type AttributeDrift,
  type Coverage,
  type Finding,
  type StateReport,
} from '../src/engine/model/analysis.ts';
import { insertAnalysis } from '../src/store/queries/analyses.ts';
import { insertCoverage } from '../src/store/queries/coverage.ts';
import { insertFindings } from '../src/store/queries/findings.ts';
import type { Executor } from '../src/store/scope.ts';
import type { Tables } from '../src/store/tables.ts';

type StoredAnalysis = {
  status?: Tables['analyses']['status'];
  state_prefix?: string;
  repo_id?: string;
  ai_summary?: string;
  error?: { code: string; detail: string };
  /** The findings of each state. */
  findings?: Finding[][];
  gaps?: Pick<Coverage, 'resource' | 'verdict' | 'reason' | 'detail'>[];
  states?: StateReport[];
};

/** A finding with default fields, overridden by `more`. */
export function findingOf(resource: string, more: Partial<Finding> = {}): Finding {
  return {
    resource,
    type: resource.split('.').at(-2) ?? 'aws_vpc',
    provider: 'registry.terraform.io/hashicorp/aws',
    kind: 'changed',
    severity: 'low',
    state_key: 'prod/network.tfstate',
    message: 'tags["env"] changed outside Terraform.',
    attributes: [attributeOf('tags["env"]', 'prod', 'staging')],
    first_seen_at: '2026-01-31T09:30:00.000Z',
    incident_id: null,
    fingerprint: 'f',
    ...more,
  };
}

export function attributeOf(
  path: string,
  before: AttributeDrift['before'],
  after: AttributeDrift['after'],
): AttributeDrift {
  return { path, before, after, sensitive: false, requires_replace: false, action: 'changed' };
}

export function stateOf(key: string, more: Partial<StateReport> = {}): StateReport {
  return { key, serial: 1, lineage: 'l', terraform_version: '1.9.8', status: 'read', repo_id: null, ...more };
}

/** Stores an analysis as a completed one is stored. Returns its id. */
export async function storeAnalysis(db: Executor, orgId: string, analysis: StoredAnalysis): Promise<string> {
  const {
    findings = [],
    gaps = [],
    states = [stateOf('prod/network.tfstate')],
    error,
    status = 'completed',
  } = analysis;
  const ended = !['queued', 'running'].includes(status);
  const row: Insertable<Tables['analyses']> = {
    id: newId('an'),
    org_id: orgId,
    repo_id: analysis.repo_id ?? null,
    trigger: '{"kind":"api"}',
    status,
    severity: findings.flat()[0]?.severity ?? 'none',
    counts: JSON.stringify({
      ...emptyCounts(),
      resources: 9,
      changed: findings.flat().length,
      following: findings.flat().filter((one) => one.caused_by).length,
    }),
    states: JSON.stringify(states),
    state_prefix: analysis.state_prefix ?? null,
    ai_summary: analysis.ai_summary ?? null,
    error: error === undefined ? null : JSON.stringify(error),
    finished_at: ended ? new Date('2026-01-31T10:00:00Z') : null,
  };
  const { id } = await insertAnalysis(db, row);
  await insertFindings(
    db,
    findings.flatMap((own, state_position) =>
      own.map((finding, position) => ({
        analysis_id: id,
        org_id: orgId,
        state_position,
        position,
        lineage: 'l',
        resource: finding.resource,
        kind: finding.kind,
        severity: finding.severity,
        fingerprint: finding.fingerprint,
        incident_id: finding.incident_id,
        first_seen_at: new Date(finding.first_seen_at),
        document: JSON.stringify(finding),
      })),
    ),
  );
  await insertCoverage(
    db,
    gaps.map((gap, position) => ({ analysis_id: id, org_id: orgId, position, state_key: 's', type: 't', ...gap })),
  );
  return id;
}
