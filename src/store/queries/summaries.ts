import { sql } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';

/** The text that a model wrote for the prompt with this fingerprint, unless it is older than `since`. */
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

/** Stores a model's text, in place of an earlier one for the same prompt; keeps the organization's newest `most`. */
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

/** Deletes the summaries of all organizations that were written before a time. */
export async function forgetSummaries(db: Executor, before: Date): Promise<void> {
  await scoped(db, 'instance').delete('summaries').where('written_at', '<', before).execute();
}
