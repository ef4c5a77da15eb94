import { sql, type RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** The tables whose rows belong to an organization: those with an `org_id`. */
export type TenantTable = {
  [Table in keyof Tables]: Tables[Table] extends { org_id: string } ? Table : never;
}[keyof Tables];

/** A restricted access scope: some repositories of an organization, and the states that belong to them. */
export type Visible = {
  /** Ids. */
  repositories: readonly string[];
  /** Keys. */
  states: readonly string[];
};

type Condition = RawBuilder<boolean>;
type Rule = (orgId: string, visible: Visible) => Condition;

const isOneOf = (column: string, values: readonly string[]): Condition =>
  sql`${sql.ref(column)} = any(${[...values]}::text[])`;
const repositories =
  (column: string): Rule =>
  (_, { repositories: ids }) =>
    isOneOf(column, ids);
const states =
  (column: string): Rule =>
  (_, { states: keys }) =>
    isOneOf(column, keys);

/** Of a visible state, and of no invisible repository; written by hand: of a visible repository. */
const incident = (visible: Visible): Condition => sql`(
  case when incidents.state_key is null then ${isOneOf('incidents.repo_id', visible.repositories)}
  else ${isOneOf('incidents.state_key', visible.states)}
    and (incidents.repo_id is null or ${isOneOf('incidents.repo_id', visible.repositories)}) end)`;

const ofIncidents = (orgId: string, visible: Visible, ...columns: readonly string[]): Condition =>
  sql.join(
    columns.map(
      (column) => sql<boolean>`${sql.ref(column)} in (
        select id from incidents where incidents.org_id = ${orgId} and ${incident(visible)})`,
    ),
    sql` and `,
  );

/** The rows of each table that concern visible repositories. All other tables are hidden. */
const RULES: Readonly<Partial<Record<TenantTable, Rule>>> = {
  repositories: repositories('repositories.id'),
  repository_readings: repositories('repository_readings.repo_id'),
  states: states('states.key'),
  // An analysis of the whole organization is visible; its content is reduced to visible states (`presentAnalyses`).
  analyses: (_, { repositories: ids }) => sql`(analyses.repo_id is null or ${isOneOf('analyses.repo_id', ids)})`,
  analysis_states: states('analysis_states.key'),
  findings: (_, { states: keys }) => sql`findings.document->>'state_key' = any(${[...keys]}::text[])`,
  coverage: states('coverage.state_key'),
  incidents: (_, visible) => incident(visible),
  incident_vectors: (orgId, visible) => ofIncidents(orgId, visible, 'incident_vectors.incident_id'),
  similar_incidents: (orgId, visible) =>
    ofIncidents(orgId, visible, 'similar_incidents.incident_id', 'similar_incidents.similar_id'),
};

export function visibleWhere(table: TenantTable, orgId: string, visible: Visible): Condition {
  return RULES[table]?.(orgId, visible) ?? sql`false`;
}
