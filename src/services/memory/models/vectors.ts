import { incidentText } from '../../../recall/embed.ts';
import { insertVectors, removeVectors, type NewVector } from '../../../store/queries/embeddings.ts';
import { type Embeddable, holdIncidents } from '../../../store/queries/unembedded.ts';
import { scoped, type OrgScope, type Tenant } from '../../../store/scope.ts';
import type { Embedder, Embedded } from './embedder.ts';
import type { Store } from '../../../store/database.ts';

/** The vectors of incidents by the built-in model, as rows to store. */
export async function vectorsOf(embedder: Embedder, incidents: readonly Embeddable[]): Promise<NewVector[]> {
  if (incidents.length === 0) return [];
  const { model, vectors } = await embedder.embedIncidents(incidents.map(incidentText));
  return incidents.map((one, at) => vectorRow(one, model, vectors[at]));
}

const vectorRow = ({ id, repo_id, date }: Embeddable, model: string, vector: NewVector['vector']): NewVector => ({
  incident_id: id,
  repo_id,
  date,
  model,
  vector,
});

/**
 * Makes incidents of one organization findable by their current texts: adds vectors of the built-in model, and removes
 * the vectors of all models made of earlier texts. Call it for new incidents and after a change of text, date or
 * repository, in the transaction of that change and after it.
 */
export async function writeVectors(
  tenant: Tenant,
  embedder: Embedder,
  incidents: readonly Embeddable[],
): Promise<void> {
  if (incidents.length === 0) return;
  const vectors = await vectorsOf(embedder, incidents);
  const ids = incidents.map(({ id }) => id);
  await removeVectors(tenant, ids);
  await insertVectors(tenant, vectors);
}

/**
 * Stores vectors that were made of incidents' texts, in the same order. The vector of an incident that has another text
 * by now, is being changed or is gone is dropped, since it would be stale.
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
    const tenant = scoped(trx, scope);
    const held = await holdIncidents(tenant, [...made.keys()]);
    const rows = held.flatMap((now) => {
      const { text, at = -1 } = made.get(now.id) ?? {};
      return text === incidentText(now) ? [vectorRow(now, model, vectors[at])] : [];
    });
    await insertVectors(tenant, rows);
  });
}
