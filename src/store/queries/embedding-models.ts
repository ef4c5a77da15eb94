import { sql, type Kysely } from 'kysely';
import { scoped, type Executor } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';

/** What some process makes vectors with: a model's id, or, where that is not known yet, its name without the dimension. */
export type UsedModel = { id: string } | { name: string };

/** Notes that a process uses this model, so that nobody removes its vectors. */
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
 * Takes or prolongs the lease on making vectors of a model; false while another process has it. A process that is killed
 * loses it after these seconds.
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

/** Gives it back. */
export async function giveLease(db: Executor, model: string, holder: string): Promise<void> {
  await db
    .updateTable('embedding_models')
    .set({ leased_by: null, leased_until: null })
    .where('model', '=', model)
    .where('leased_by', '=', holder)
    .execute();
}

/**
 * Forgets the models that no process has used since then, with their vectors; returns which. A process that begins to use
 * one of them again waits until they are gone.
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
