import { sql } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';

/** What a model wrote to the question with this fingerprint, unless that is too long ago. */
export async function findSummary(
  tenant: Tenant,
  { fingerprint, since }: { fingerprint: string; since: Date },
): Promise<string | undefined> {
  const row = await tenant
    .select('summaries')
    .select('text')
    .where('fingerprint', '=', fingerprint)
    .where('written_at', '>=', since)
    .executeTakeFirst();
  return row?.text;
}

/** Keeps what a model wrote, instead of what it wrote to that before; of an organization no more than the newest `most`. */
export async function keepSummary(
  tenant: Tenant,
  summary: { fingerprint: string; text: string; written_at: Date },
  most: number,
): Promise<void> {
  const { text, written_at } = summary;
  await tenant
    .insert('summaries', summary)
    .onConflict((conflict) => conflict.columns(['org_id', 'fingerprint']).doUpdateSet({ text, written_at }))
    .execute();
  await tenant
    .delete('summaries')
    .where(
      'fingerprint',
      'in',
      tenant
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
