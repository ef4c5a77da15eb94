import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { chunksOf } from '../../base/chunks.ts';
import { SEVERITIES } from '../../engine/model/analysis.ts';

/** Rows of a statement: with up to thirty columns they stay far below the protocol's limit of 65,535 parameters. */
export const CHUNK = 500;

/** Inserts rows in chunks, one after another. Refuses rows of more than one organization. */
export async function inChunks<Row extends { org_id: string }>(
  rows: Row[],
  insert: (chunk: Row[], orgId: string) => Promise<unknown>,
): Promise<void> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return;
  if (rows.some((row) => row.org_id !== orgId)) throw new Error('rows of two organizations in one insert');
  for (const chunk of chunksOf(rows, CHUNK)) await insert(chunk, orgId);
}

/** Whether a text contains another one, ignoring case. */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql`strpos(lower(${text}), lower(${part}::text)) > 0`;

/** Orders incidents by severity, the worst first. */
export const worstFirst = sql`array_position(${[...SEVERITIES]}::text[], severity)`;

/** Whether an incident is about drift: one about an unmanaged object is not counted as drift. */
export const ofDrift = sql<boolean>`incidents.kind is distinct from 'unmanaged'`;

/** The number of rows of a query. */
export async function countOf<DB, Table extends keyof DB>(rows: SelectQueryBuilder<DB, Table, object>) {
  const counted = await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return (counted as { count: number }).count;
}

/** Whether a query, or a change with `returning`, yields a row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** The columns that an upsert sets on an existing row, with the values that were to be inserted. */
export const excluded = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >;
