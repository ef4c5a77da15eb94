import { sql, type Kysely } from 'kysely';
import { scoped, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

/** A model that some process embeds with: its id, or its name while the dimension is not known yet. */
export type UsedModel = { id: string } | { name: string };

/** Stores that a process uses this model, so that its vectors are kept. */
export async function noteUse(db: Executor, model: UsedModel): Promise<void> {
  if ('name' in model)
    await db
      .updateTable('embedding_models')
      .set({ used_at: sql<Date>`now()` })
      .where(sql<boolean>`starts_with(model, ${`${model.name}@`})`)
      .execute();
  else
    await db
      .insertInto('embedding_models')
      .values({ model: model.id })
      .onConflict((conflict) => conflict.column('model').doUpdateSet({ used_at: sql<Date>`now()` }))
      .execute();
}

/**
 * Takes or renews the lease on embedding with a model; false while another process holds it. The lease of a killed
 * process expires after `seconds`.
 */
export async function takeLease(db: Executor, model: string, holder: string, seconds: number): Promise<boolean> {
  return hasRow(
    db
      .updateTable('embedding_models')
      .set({ leased_by: holder, leased_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where('model', '=', model)
      .where((is) =>
        is.or([is('leased_by', '=', holder), is('leased_until', 'is', null), sql<boolean>`leased_until < now()`]),
      )
      .returning('model'),
  );
}

/** Releases the lease. */
export async function giveLease(db: Executor, model: string, holder: string): Promise<void> {
  await db
    .updateTable('embedding_models')
    .set({ leased_by: null, leased_until: null })
    .where('model', '=', model)
    .where('leased_by', '=', holder)
    .execute();
}

/**
 * Deletes the models that no process has used since then, with their vectors; returns their ids. A process that starts to
 * use one of them again waits until the deletion is done.
 */
export async function forgetUnused(db: Kysely<Tables>, since: Date): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const unused = await trx.deleteFrom('embedding_models').where('used_at', '<', since).returning('model').execute();
    const models = unused.map(({ model }) => model);
    if (models.length > 0)
      await scoped(trx, 'instance').delete('incident_vectors').where('model', 'in', models).execute();
    return models;
  });
}
