import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { chunksOf } from '../../base/chunks.ts';
import { SEVERITIES } from '../../engine/model/analysis.ts';

/** Rows a statement: up to thirty columns each stay far below the protocol's 65,535 parameters. */
export const CHUNK = 500;

/** Hands rows on in chunks, one after another. Refuses rows of more than one organization. */
export async function inChunks<Row extends { org_id: string }>(
  rows: Row[],
  insert: (chunk: Row[], orgId: string) => Promise<unknown>,
): Promise<void> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return;
  if (rows.some((row) => row.org_id !== orgId)) throw new Error('rows of two organizations in one insert');
  for (const chunk of chunksOf(rows, CHUNK)) await insert(chunk, orgId);
}

/** Whether a text holds another one, without regard to case. */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql`strpos(lower(${text}), lower(${part}::text)) > 0`;

/** Orders incidents by severity, the worst first. */
export const worstFirst = sql`array_position(${[...SEVERITIES]}::text[], severity)`;

/** How many rows a query finds. */
export async function countOf<DB, Table extends keyof DB>(rows: SelectQueryBuilder<DB, Table, object>) {
  const counted = await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return (counted as { count: number }).count;
}

/** Whether a query, or a change that returns what it changed, has any row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** What an upsert sets where a row is there already: these columns, as they were to be inserted. */
export const excluded = <Column extends string>(columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    Column,
    RawBuilder<never>
  >;
