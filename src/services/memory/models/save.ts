import { incidentText } from '../../../recall/embed.ts';
import type { Store } from '../../../store/database.ts';
import { insertVectors } from '../../../store/queries/embeddings.ts';
import { holdIncidents, type Embeddable } from '../../../store/queries/unembedded.ts';
import type { OrgScope } from '../../../store/scope.ts';
import type { Embedded } from './embedder.ts';

/**
 * Stores the vectors of incidents, in their order, that were made of their texts. Where an incident has another text by now,
 * is being changed or is gone, its vector is dropped, since it would be out of date.
 */
export async function saveVectors(
  { db }: Pick<Store, 'db'>,
  scope: OrgScope,
  incidents: readonly Embeddable[],
  { model, vectors }: Embedded,
): Promise<void> {
  if (incidents.length === 0) return;
  const made = new Map(incidents.map((incident, at) => [incident.id, { text: incidentText(incident), at }]));
  await db.transaction().execute(async (trx) => {
    const held = await holdIncidents(trx, scope, [...made.keys()]);
    const rows = held
      .filter((now) => made.get(now.id)?.text === incidentText(now))
      .map(({ id, repo_id, date }) => ({
        incident_id: id,
        repo_id,
        date,
        model,
        vector: vectors[made.get(id)?.at ?? -1],
      }));
    await insertVectors(trx, scope, rows);
  });
}
