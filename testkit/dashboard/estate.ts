import type { Insertable } from 'kysely';
import { newId } from '../../src/base/ids.ts';
import {
  emptyCounts,
  type Counts,
  type Finding,
  type Severity,
  severityRank,
} from '../../src/engine/model/analysis.ts';
import { RESOLUTIONS } from '../../src/engine/model/resolution.ts';
import type { Store } from '../../src/store/database.ts';
import { insertAnalysis } from '../../src/store/queries/analyses.ts';
import { inChunks } from '../../src/store/queries/clauses.ts';
import { insertCoverage } from '../../src/store/queries/coverage.ts';
import { insertFindings } from '../../src/store/queries/findings.ts';
import { getCloudConfig } from '../../src/store/queries/cloud-configs.ts';
import { saveReading } from '../../src/store/queries/repository-readings.ts';
import { saveStates } from '../../src/store/queries/states.ts';
import { scoped, type Tenant } from '../../src/store/scope.ts';
import type { Tables } from '../../src/store/tables.ts';
import { acceptClaims } from '../accept-claims.ts';
import { saveRepository } from '../repositories.ts';
import { attributeOf, findingOf, stateOf } from '../stored-analysis.ts';

/** The size of an organization, and names for some of its objects. */
export type Estate = {
  states: number;
  findings: number;
  /** The number of incidents. The open ones belong to the first findings; most incidents are resolved. */
  incidents: number;
  repositories: number;
  /** The number of resources per state that are in sync and have a coverage entry; default 0. */
  calm?: number;
  /** Malicious names for the first resources, states and repositories. */
  names?: readonly string[];
};

const DRIFTED: readonly [type: string, severity: Severity, path: string, before: unknown, after: unknown][] = [
  ['aws_security_group', 'critical', 'ingress', [], [{ cidr_blocks: ['0.0.0.0/0'], from_port: 22, to_port: 22 }]],
  ['aws_s3_bucket', 'high', 'versioning[0].enabled', true, false],
  ['aws_instance', 'medium', 'instance_type', 't3.small', 't3.large'],
  ['aws_sqs_queue', 'low', 'tags["env"]', 'prod', 'staging'],
  ['aws_iam_policy', 'high', 'policy', '{"Version":"2012-10-17","Statement":[]}', '{"Version":"2012-10-17"}'],
];
/** The maximum lengths of a bucket's key and of a code host's name. */
const MAX_KEY_LENGTH = 900;
const MAX_REPOSITORY_LENGTH = 100;
const DAY_MS = 86_400_000;

const REGIONS = ['eu-west-1', 'eu-central-1', 'us-east-1'];
const ACCOUNTS = ['123456789012', '210987654321'];

/** The region and account of the n-th resource. */
const placeOf = (n: number) => ({ region: REGIONS[n % REGIONS.length]!, account_id: ACCOUNTS[n % ACCOUNTS.length]! });

/** The number of resources in sync in the n-th state; it varies, as among real states. */
const calmOf = (n: number) => 5 + ((n * 37) % 120);

type Numbered = { finding: Finding; state: number };

/** The n-th drift of an estate. */
function drift(n: number, { states, names = [] }: Estate, keys: readonly string[], at: Date): Numbered {
  const [type, severity, path, before, after] = DRIFTED[n % DRIFTED.length]!;
  const name = names[n] ?? `service_${n}`;
  const resource = `module.team_${n % 17}.${type}.${name}`;
  const state = n % states;
  const finding = findingOf(resource, {
    type,
    severity,
    state_key: keys[state]!,
    ...placeOf(n),
    message: `${path} of ${name.slice(0, 200)} changed outside Terraform.`,
    severity_reason: 'it was chosen so for this estate',
    attributes: [attributeOf(path, before as string, after as string)],
    first_seen_at: at.toISOString(),
    incident_id: null,
    fingerprint: `fingerprint-${n}`,
  });
  return { finding, state };
}

function incidentOf(
  n: number,
  { finding }: Numbered,
  open: boolean,
  at: Date,
): Omit<Insertable<Tables['incidents']>, 'org_id'> {
  const end = new Date(at.getTime() + DAY_MS / 2);
  return {
    id: newId('inc'),
    resource: finding.resource,
    type: finding.type,
    kind: finding.kind,
    severity: finding.severity,
    lineage: finding.state_key,
    state_key: finding.state_key,
    ...placeOf(n),
    attributes: finding.attributes.map(({ path }) => path),
    fingerprint: finding.fingerprint,
    summary: `${finding.message} It was found in ${finding.state_key.slice(0, 200)}.`,
    details: null,
    date: at.toISOString().slice(0, 10),
    status: open ? 'open' : 'resolved',
    source: 'drift',
    first_seen_at: at,
    last_seen_at: open ? new Date() : end,
    resolved_at: open ? null : end,
    resolution: open ? null : RESOLUTIONS[n % RESOLUTIONS.length]!,
    times_seen: 1 + (n % 9),
  };
}

const countsOf = (findings: number, more: number, unreadable = 1): Counts => ({
  ...emptyCounts(),
  resources: findings + more + unreadable,
  changed: findings,
  in_sync: more,
  unreadable,
});

/** Stores an organization's states, findings and incidents in the requested numbers. Returns ids of the first ones. */
export async function storeEstate({ db }: Pick<Store, 'db'>, orgId: string, estate: Estate) {
  const { states, findings, incidents, repositories, calm = 0, names = [] } = estate;
  const scope = { org_id: orgId };
  const now = Date.now();
  const keys = Array.from(
    { length: states },
    (_, n) => names[n]?.slice(0, MAX_KEY_LENGTH) ?? `team-${n % 40}/service-${n}/terraform.tfstate`,
  );
  const drifts = Array.from({ length: findings }, (_, n) => drift(n, estate, keys, new Date(now - (n % 60) * DAY_MS)));

  const tenant = scoped(db, { org_id: orgId });
  for (let n = 0; n < repositories; n += 1) await storeRepository(tenant, n, names[n], keys[n]);
  if ((await getCloudConfig(tenant, 'aws'))?.state_bucket) await acceptClaims(tenant);

  const rows = Array.from({ length: incidents }, (_, n) => {
    const open = n < Math.min(findings, Math.ceil(incidents / 5));
    const of = drifts[n] ?? drift(n, estate, keys, new Date(now));
    return incidentOf(n, of, open, new Date(now - (open ? n % 60 : 60 + (n % 300)) * DAY_MS));
  });
  await inChunks(
    rows.map((row) => ({ ...scope, ...row })),
    (chunk) => scoped(db, scope).insert('incidents', chunk).execute(),
  );

  const counts = countsOf(findings, findings);
  const analysis = await insertAnalysis(db, {
    id: newId('an'),
    ...scope,
    trigger: '{"kind":"api"}',
    status: 'completed',
    severity: 'critical',
    counts: JSON.stringify(counts),
    progress_done: counts.resources,
    progress_total: counts.resources,
    states: JSON.stringify(keys.map((key) => stateOf(key))),
    ai_summary: `${findings} resources differ from their states.`,
    summary_source: 'rules',
    started_at: new Date(now - 60_000),
    finished_at: new Date(now),
  });
  const about = { analysis_id: analysis.id, ...scope };
  await insertFindings(
    db,
    drifts.map(({ finding, state }, position) => {
      const { state_key: lineage, resource, kind, severity, fingerprint, first_seen_at } = finding;
      const incident_id = rows[position]?.status === 'open' ? rows[position].id : null;
      const document = JSON.stringify({ ...finding, incident_id });
      const what = { lineage, resource, kind, severity, fingerprint, first_seen_at, document, incident_id };
      return { ...about, state_position: state, position, ...what };
    }),
  );
  await insertCoverage(
    db,
    drifts.map(({ finding: { resource, type, state_key }, state: state_position }, position) => {
      const verdict = 'changed' as const;
      const why = { reason: null, detail: null };
      return { ...about, state_position, position, state_key, resource, type, verdict, ...why, ...placeOf(position) };
    }),
  );
  await insertCoverage(
    db,
    keys.flatMap((state_key, state_position) =>
      Array.from({ length: calm }, (_, n) => {
        const resource = `module.team_${state_position % 17}.aws_sqs_queue.calm_${n}`;
        const which = { state_position, position: findings + n, state_key, resource, type: 'aws_sqs_queue' };
        return { ...about, ...which, verdict: 'in_sync' as const, ...placeOf(state_position) };
      }),
    ),
  );
  await saveStates(
    scoped(db, scope),
    keys.map((key, n) => {
      const own = drifts.filter(({ state }) => state === n).map(({ finding }) => finding.severity);
      const severity = own.toSorted((a, b) => severityRank(a) - severityRank(b))[0] ?? 'none';
      const look = { counts: JSON.stringify(countsOf(own.length, calmOf(n), Number(n % 9 === 0))), severity };
      const facts = { serial: n, lineage: key, terraform_version: '1.9.8', code: null, detail: null };
      return { key, ...facts, status: 'read' as const, ...look, analysis_id: analysis.id, analysed_at: new Date(now) };
    }),
    { all: true, analysis_id: analysis.id },
  );
  return { analysis: analysis.id, incidents: rows.map(({ id }) => id), keys };
}

async function storeRepository(tenant: Tenant, n: number, name: string | undefined, key: string | undefined) {
  const facts = {
    full_name: name?.slice(0, MAX_REPOSITORY_LENGTH) ?? `acme/service-${n}`,
    private: true,
    default_branch: 'main',
  };
  const { id } = await saveRepository(tenant, { codehost: 'github', external_id: n + 1 }, facts);
  const claims =
    key === undefined ? [] : [{ key, path: 'infra', source: 'backend', why: 'backend "s3" in infra/main.tf' }];
  const problems =
    n % 7 === 3 ? [{ path: 'infra/main.tf', detail: 'its key is no constant: name the state in .plumbline.yml.' }] : [];
  await saveReading(tenant.db, {
    repo_id: id,
    org_id: tenant.scope.org_id,
    sha: 'a'.repeat(40),
    branch: 'main',
    read_at: new Date(),
    problems: JSON.stringify(problems),
    claims: JSON.stringify(claims),
    layout: JSON.stringify({ roots: ['infra'], modules: {} }),
    ignore: '[]',
  });
}
