import { devSet, recall } from './dev-set.ts';
import type { Service } from './service.ts';

/**
 * Writes many incidents. Counts incidents that are not the best match of the first recall after the response to their
 * creation (`missed`), and incidents that are still found after their deletion (`kept`). With two servers it writes and
 * deletes at one and recalls at the other.
 */
export async function missedWrites(
  [writer, reader = writer]: readonly [Service, Service?],
  writes: number,
): Promise<{ missed: number; kept: number; forgotten: number }> {
  await writer.call('POST', '/orgs', { login: 'fresh' });
  let [missed, kept, forgotten] = [0, 0, 0];
  for (let i = 0; i < writes; i += 1) {
    const { resource, summary } = devSet.incidents[i % devSet.incidents.length]!;
    const incident = { id: `fresh-${i}`, resource: `${resource}_${i}`, summary: `${summary} (case ${i})` };
    const text = `${incident.resource}: ${incident.summary}`;
    await writer.call('POST', '/memory/incidents', { project: 'fresh', ...incident });
    const [best] = await recall(reader, 'fresh', text, 1);
    if (best?.id !== incident.id) missed += 1;
    if (i % 10 !== 0) continue;
    await writer.call('DELETE', `/memory/incidents/${incident.id}`);
    forgotten += 1;
    if ((await recall(reader, 'fresh', text, 5)).some(({ id }) => id === incident.id)) kept += 1;
  }
  return { missed, kept, forgotten };
}
