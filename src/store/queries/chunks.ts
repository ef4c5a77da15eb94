/** Rows a statement: eleven columns each stay far below the protocol's 65,535 parameters. */
const CHUNK = 500;

/** Hands rows on in chunks, one after another. Refuses rows of more than one organization. */
export async function inChunks<Row extends { org_id: string }>(
  rows: Row[],
  insert: (chunk: Row[], orgId: string) => Promise<unknown>,
): Promise<void> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return;
  if (rows.some((row) => row.org_id !== orgId)) throw new Error('rows of two organizations in one insert');
  for (let from = 0; from < rows.length; from += CHUNK) await insert(rows.slice(from, from + CHUNK), orgId);
}
