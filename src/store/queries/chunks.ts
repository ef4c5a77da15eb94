import { chunksOf } from '../../base/chunks.ts';

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
