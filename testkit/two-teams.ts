import { sql } from 'kysely';
import { emptyCounts, type Coverage, type Finding } from '../src/engine/model/analysis.ts';
import type { Store } from '../src/store/database.ts';
import { insertAnalysis } from '../src/store/queries/analyses.ts';
import { insertCoverage } from '../src/store/queries/coverage.ts';
import { insertFindings } from '../src/store/queries/findings.ts';
import { insertIncident } from '../src/store/queries/incidents.ts';
import { saveReading } from '../src/store/queries/repository-readings.ts';
import { replaceSimilar } from '../src/store/queries/similar-incidents.ts';
import { saveStates } from '../src/store/queries/states.ts';
import { asDatabaseUser, scoped } from '../src/store/scope.ts';
import { newId } from '../src/base/ids.ts';
import { getCloudConfig, saveCloudConfig } from '../src/store/queries/cloud-configs.ts';
import { acceptClaims } from './accept-claims.ts';
import { saveRepository } from './repositories.ts';
import { findingOf, stateOf } from './stored-analysis.ts';

/** A word in every name, key, address and text that one of the teams must not see, and nowhere else. */
export const SECRET = 'backoffice';
export const OPEN_STATE = 'shop/prod.tfstate';
export const SECRET_STATE = `${SECRET}/prod.tfstate`;
/** A state without a repository. */
const SHARED_STATE = `${SECRET}-shared.tfstate`;
const AWS = 'registry.terraform.io/hashicorp/aws';
const AT = new Date('2026-01-31T10:00:00Z');

type Org = { id: string; login: string };
type Numbers = { open: number; secret: number };

/**
 * An organization with two repositories, one of which some people may not see, with data of both: states, claims on
 * each other's states, analyses of each and of all together, side effects across states, and similar incidents.
 * `numbers` are the repositories' ids at the code host.
 */
export async function twoTeams({ db }: Pick<Store, 'db'>, org: Org, numbers: Numbers) {
  const tenant = scoped(db, { org_id: org.id });
  const repository = (name: string, external_id: number) =>
    saveRepository(tenant, { codehost: 'github', external_id }, { full_name: `${org.login}/${name}`, private: true });
  const [open, secret] = [await repository('shop', numbers.open), await repository(SECRET, numbers.secret)];
  const shared = { db, org, open: open.id, secret: secret.id };
  if (!(await getCloudConfig(tenant, 'aws'))?.state_bucket)
    await saveCloudConfig(tenant, 'aws', { state_bucket: 'acme-states' });
  await tellClaims(shared);
  // The secret team's claim to the open state is not accepted.
  await acceptClaims(tenant, ({ repo_id, key }) => repo_id === open.id || key === SECRET_STATE);
  await tenant
    .update('cloud_configs')
    .set({
      last_skipped: JSON.stringify({
        at: AT.toISOString(),
        reason: 'state_locked',
        detail: `${SECRET_STATE} is locked.`,
      }),
    })
    .execute();
  const analyses = await storeAnalyses(shared);
  await saveStates(
    tenant,
    [OPEN_STATE, SECRET_STATE, SHARED_STATE].map((key) => {
      const facts = { serial: 1, lineage: key, terraform_version: '1.9.8', status: 'read', code: null, detail: null };
      return { key, ...facts, status: 'read', analysis_id: analyses.whole, analysed_at: AT };
    }),
    { all: true, analysis_id: analyses.whole },
  );
  const incidents = await storeIncidents(shared, analyses.whole);
  const [drift] = incidents.visible;
  // The incident of a visible finding already existed when the finding became a side effect of an invisible one.
  const cause = { resource: `aws_kms_key.${SECRET}`, state_key: SECRET_STATE };
  const said = JSON.stringify({ message: `Side effect of ${cause.resource}.`, caused_by: cause });
  await sql`
    update findings set incident_id = ${drift}, document = document || ${said}::jsonb
    where analysis_id = ${analyses.open}`.execute(asDatabaseUser(db));
  return { open, secret, analyses, incidents };
}

type Around = { db: Store['db']; org: Org; open: string; secret: string };

async function tellClaims({ db, org, open, secret }: Around): Promise<void> {
  const claim = (key: string) => ({ key, path: '.', source: 'backend', why: `backend "s3" in ${key}.tf` });
  const layout = JSON.stringify({ roots: [], modules: {} });
  const about = { org_id: org.id, sha: 'a', branch: 'main', read_at: AT, layout, ignore: '[]' };
  for (const [repo_id, keys] of [
    [open, [OPEN_STATE]],
    [secret, [SECRET_STATE, OPEN_STATE]],
  ] as const) {
    const problems = JSON.stringify(repo_id === secret ? [{ path: SECRET, detail: SECRET }] : []);
    await saveReading(db, { ...about, repo_id, problems, claims: JSON.stringify(keys.map(claim)) });
  }
}

async function storeAnalyses(around: Around) {
  const secretFinding = findingOf(`aws_kms_key.${SECRET}`, { state_key: SECRET_STATE, severity: 'critical' });
  const finding = findingOf('aws_vpc.shop', { state_key: OPEN_STATE, severity: 'medium' });
  const sideEffect = findingOf('aws_subnet.shop', {
    state_key: OPEN_STATE,
    message: `Side effect of aws_kms_key.${SECRET}.`,
    severity_reason: `side effect of aws_kms_key.${SECRET}`,
    caused_by: { resource: secretFinding.resource, state_key: SECRET_STATE },
  });
  const both = [[finding, sideEffect], [secretFinding], []];
  const failed = { code: 'not_found', detail: `${SECRET_STATE}: there is no such state.` };
  return {
    whole: await storeOne(around, { repo_id: null, results: both }),
    failed: await storeOne(around, { repo_id: null, results: [[], [], []], error: failed }),
    open: await storeOne(around, { repo_id: around.open, results: [[finding]] }),
    secret: await storeOne(around, { repo_id: around.secret, results: [[], [secretFinding]] }),
    prefixed: await storeOne(around, { repo_id: null, results: [], state_prefix: `${SECRET}/` }),
  };
}

type One = {
  repo_id: string | null;
  results: Finding[][];
  state_prefix?: string;
  error?: { code: string; detail: string };
};

async function storeOne({ db, org }: Around, { repo_id, results, state_prefix, error }: One): Promise<string> {
  const id = newId('an');
  const keys = [OPEN_STATE, SECRET_STATE, SHARED_STATE].slice(0, results.length);
  const findings = results.flat();
  const said = repo_id === null ? `${findings.length} findings, the worst in ${SECRET_STATE}.` : 'Something drifts.';
  await insertAnalysis(db, {
    id,
    org_id: org.id,
    repo_id,
    state_prefix: state_prefix ?? null,
    trigger: JSON.stringify({ kind: 'api' }),
    status: error ? 'failed' : 'completed',
    severity: findings.at(-1)?.severity ?? 'none',
    counts: JSON.stringify({ ...emptyCounts(), resources: 777, in_sync: 770, changed: findings.length }),
    states: JSON.stringify(keys.map((key) => stateOf(key))),
    providers: JSON.stringify([
      { source: AWS, version: '5.0.0', protocol: 5 },
      ...(keys.length > 1 ? [{ source: `registry.terraform.io/acme/${SECRET}`, version: '1.0.0', protocol: 6 }] : []),
    ]),
    ai_summary: said,
    summary_source: 'rules',
    error: error ? JSON.stringify(error) : null,
    ignore_rules: JSON.stringify([
      { id: SECRET, source: 'file', reason: SECRET, use: 'used', instances: 1, ignored: 1 },
    ]),
    finished_at: AT,
  });
  const about = { analysis_id: id, org_id: org.id };
  await insertFindings(
    db,
    results.flatMap((own, state_position) =>
      own.map((one, position) => {
        const { resource, kind, severity, fingerprint, incident_id } = one;
        const named = { resource, kind, severity, fingerprint, incident_id, lineage: one.state_key };
        return { ...about, ...named, state_position, position, first_seen_at: AT, document: JSON.stringify(one) };
      }),
    ),
  );
  const coverage = keys.flatMap((state_key, state_position) => {
    const [name] = state_key.split('/');
    const drifted = (results[state_position] ?? []).map(({ resource }) => ({ resource, verdict: 'changed' as const }));
    const same = { resource: `aws_sqs_queue.${name}`, verdict: 'in_sync' as Coverage['verdict'] };
    return [...drifted, same].map((one, position) => {
      const provider = state_key === OPEN_STATE ? AWS : `registry.terraform.io/acme/${SECRET}`;
      return { ...about, state_position, position, state_key, type: 'aws_sqs_queue', provider, ...one };
    });
  });
  await insertCoverage(db, coverage);
  return id;
}

/**
 * Stores an open incident for each state, and a manual one for each repository and for the whole organization. Returns
 * the ids of incidents that are visible to and hidden from people without access to the secret repository.
 */
async function storeIncidents({ db, org, open, secret }: Around, analysis: string) {
  const add = async (resource: string, state_key: string | null, more: object = {}) => {
    const drift = state_key === null ? {} : { kind: 'changed', severity: 'medium', lineage: state_key, state_key };
    const { id } = await insertIncident(db, {
      id: newId('inc'),
      org_id: org.id,
      repo_id: null,
      resource,
      type: 'aws_vpc',
      summary: `${resource} was changed by hand.`,
      details: null,
      date: '2026-01-31',
      status: state_key === null ? 'resolved' : 'open',
      source: state_key === null ? 'manual' : 'drift',
      analyses: [analysis],
      opened_by: analysis,
      ...drift,
      ...more,
    } as Parameters<typeof insertIncident>[1]);
    return id;
  };
  const secretDrift = await add(`aws_kms_key.${SECRET}`, SECRET_STATE, { repo_id: secret });
  const shared = await add(`aws_vpc.${SECRET}_shared`, SHARED_STATE);
  const drift = await add('aws_vpc.shop', OPEN_STATE, { repo_id: open, previous_id: secretDrift });
  const byHand = await add('aws_vpc.shop', null, { repo_id: open, summary: 'The network of the shop was cut.' });
  const secretByHand = await add(`aws_vpc.${SECRET}`, null, { repo_id: secret });
  const ofAll = await add('aws_vpc.main', null, { summary: `Everybody lost the network of ${SECRET}.` });
  const alike = [secretDrift, byHand].map((id, i) => ({ id, similarity: 0.9 - i / 10 }));
  await db.transaction().execute((trx) => replaceSimilar(scoped(trx, { org_id: org.id }), new Map([[drift, alike]])));
  return { visible: [drift, byHand], hidden: [secretDrift, shared, secretByHand, ofAll] };
}
