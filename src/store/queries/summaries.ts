import { sql } from 'kysely';
import { scoped, type Executor, type OrgScope } from '../scope.ts';

/** What a model wrote to the question with this fingerprint, unless that is too long ago. */
export async function findSummary(
  db: Executor,
  scope: OrgScope,
  { fingerprint, since }: { fingerprint: string; since: Date },
): Promise<string | undefined> {
  const row = await scoped(db, scope)
    .select('summaries')
    .select('text')
    .where('fingerprint', '=', fingerprint)
    .where('written_at', '>=', since)
    .executeTakeFirst();
  return row?.text;
}

/** Keeps what a model wrote, instead of what it wrote to that before; of an organization no more than the newest `most`. */
export async function keepSummary(
  trx: Executor,
  scope: OrgScope,
  summary: { fingerprint: string; text: string; written_at: Date },
  most: number,
): Promise<void> {
  const { text, written_at } = summary;
  await scoped(trx, scope)
    .insert('summaries', summary)
    .onConflict((conflict) => conflict.columns(['org_id', 'fingerprint']).doUpdateSet({ text, written_at }))
    .execute();
  await scoped(trx, scope)
    .delete('summaries')
    .where(
      'fingerprint',
      'in',
      scoped(trx, scope)
        .select('summaries')
        .select('fingerprint')
        .orderBy('written_at', 'desc')
        .orderBy('fingerprint')
        .offset(sql.lit(most)),
    )
    .execute();
}

/** Forgets, of all organizations, what was written before. */
export async function forgetSummaries(db: Executor, before: Date): Promise<void> {
  await scoped(db, 'instance').delete('summaries').where('written_at', '<', before).execute();
}
