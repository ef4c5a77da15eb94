import { sql } from 'kysely';
import type { Finding } from '../../engine/model/analysis.ts';
import type { Tenants } from '../scope.ts';
import type { ListedFinding } from './findings.ts';
import type { AfterIncident, IncidentRow } from './incidents.ts';

/**
 * The incidents of an incident's resource, latest first: those of the same state, and those written by hand about the
 * same address for the same repository or the whole organization.
 */
export async function incidentsOfResource(
  tenants: Tenants,
  { org_id, resource, lineage, repo_id }: IncidentRow,
  { limit, after }: { limit: number; after: AfterIncident | undefined },
): Promise<IncidentRow[]> {
  const ofProject = repo_id === null ? sql<boolean>`true` : sql<boolean>`(repo_id is null or repo_id = ${repo_id})`;
  const ofState =
    lineage === null ? ofProject : sql<boolean>`(source = 'manual' and ${ofProject} or lineage = ${lineage})`;
  return tenants
    .select('incidents')
    .selectAll()
    .where('org_id', '=', org_id)
    .where(sql<boolean>`resource_md5 = md5(${resource})`)
    .where('resource', '=', resource)
    .where(ofState)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(date, id) < (${after?.date}::date, ${after?.id})`))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A series of consecutive analyses that found the same drift of an incident. */
export type Occurrence = {
  incident_id: string;
  /** The first analysis and its time; `until` is the time of the last. */
  analysis_id: string;
  at: Date;
  until: Date;
  /** The number of analyses. */
  times: number;
};

/** Findings of these incidents of one resource, one for each analysis. */
const findingsOf = (tenants: Tenants, { org_id, lineage, resource }: IncidentRow, ids: readonly string[]) =>
  tenants
    .select('findings')
    .where('findings.org_id', '=', org_id)
    .where('lineage', '=', lineage ?? '')
    .where(sql<boolean>`resource_md5 = md5(${resource})`)
    .where('incident_id', 'in', [...ids])
    .distinctOn(['incident_id', 'analysis_id'])
    .orderBy('incident_id')
    .orderBy('analysis_id')
    .orderBy('state_position')
    .orderBy('position');

/** The occurrences of these incidents of one resource, in order: a new one begins where the finding changed. */
export async function listOccurrences(tenants: Tenants, of: IncidentRow, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = findingsOf(tenants, of, ids).select(['incident_id', 'analysis_id', 'fingerprint']);
  const checked = tenants.db
    .selectFrom(found.as('found'))
    .innerJoin('analyses', 'analyses.id', 'found.analysis_id')
    .select([
      'incident_id',
      'analysis_id',
      sql<Date>`coalesce(started_at, analyses.created_at)`.as('at'),
      sql<boolean>`fingerprint is distinct from lag(fingerprint) over (partition by incident_id order by analysis_id)`.as(
        'is_new',
      ),
    ]);
  const counted = tenants.db
    .selectFrom(checked.as('checked'))
    .selectAll()
    .select(
      sql<number>`count(*) filter (where is_new) over (partition by incident_id order by analysis_id)`.as('place'),
    );
  const rows = await tenants.db
    .selectFrom(counted.as('counted'))
    .select([
      'incident_id',
      sql<string>`min(analysis_id)`.as('analysis_id'),
      sql<Date>`min(at)`.as('at'),
      sql<Date>`max(at)`.as('until'),
      sql<number>`count(*)::int`.as('times'),
    ])
    .groupBy(['incident_id', 'place'])
    .orderBy('incident_id')
    .orderBy('place')
    .execute();
  return rows.map(({ incident_id: id, ...row }) => ({ ...row, incident_id: id ?? '' }));
}

/** The latest finding of an incident; with `analysisId`, that of this analysis. */
export async function findingOfIncident(
  tenants: Tenants,
  { id, ...of }: IncidentRow,
  analysisId: string | undefined,
): Promise<(ListedFinding & { analysis_id: string }) | undefined> {
  return tenants
    .select('findings')
    .select(['analysis_id', 'document', 'incident_id'])
    .where('findings.org_id', '=', of.org_id)
    .where('lineage', '=', of.lineage ?? '')
    .where(sql<boolean>`resource_md5 = md5(${of.resource})`)
    .where('incident_id', '=', id)
    .$if(analysisId !== undefined, (query) => query.where('analysis_id', '=', analysisId ?? ''))
    .orderBy('analysis_id', 'desc')
    .orderBy('state_position')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** A finding as one line. */
export type FindingLine = Pick<Finding, 'message' | 'severity'> & {
  paths: string[];
  /** The state of the finding's cause, if it is a side effect. */
  cause_state: string | null;
};

/** The findings of incidents as lines, by incident and analysis. */
export async function findingLines(
  tenants: Tenants,
  of: IncidentRow,
  occurrences: readonly Pick<Occurrence, 'incident_id' | 'analysis_id'>[],
): Promise<Map<string, FindingLine>> {
  if (occurrences.length === 0) return new Map();
  const ids = [...new Set(occurrences.map(({ incident_id: id }) => id))];
  const rows = await findingsOf(tenants, of, ids)
    .where('analysis_id', 'in', [...new Set(occurrences.map(({ analysis_id: id }) => id))])
    .select([
      'incident_id',
      'analysis_id',
      'severity',
      sql<string>`document->>'message'`.as('message'),
      sql<string | null>`document->'caused_by'->>'state_key'`.as('cause_state'),
      sql<
        string[]
      >`(select coalesce(array_agg(one->>'path'), '{}') from jsonb_array_elements(document->'attributes') one)`.as(
        'paths',
      ),
    ])
    .execute();
  return new Map(
    rows.map(({ incident_id: incident, analysis_id: analysis, ...line }) => [`${incident ?? ''} ${analysis}`, line]),
  );
}
