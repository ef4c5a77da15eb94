/** Rows a statement: up to thirty columns each stay far below the protocol's 65,535 parameters. */
export const CHUNK = 500;

/** The rows in their order, so many at once. */
export function* chunksOf<Row>(rows: readonly Row[], size = CHUNK): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

/** Hands rows on in chunks, one after another. Refuses rows of more than one organization. */
export async function inChunks<Row extends { org_id: string }>(
  rows: Row[],
  insert: (chunk: Row[], orgId: string) => Promise<unknown>,
): Promise<void> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return;
  if (rows.some((row) => row.org_id !== orgId)) throw new Error('rows of two organizations in one insert');
  for (const chunk of chunksOf(rows)) await insert(chunk, orgId);
}
