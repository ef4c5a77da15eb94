import { createHash } from 'node:crypto';
import { base62 } from '../../base/ids.ts';
import type { ImportedIncident, Kept } from './import-line.ts';

/**
 * The id of an imported line that has none: of what it says and of whose it is, so that the same line, sent again, finds the incident
 * that was made of it. Of what is kept, in which no secret is that a digest could give away.
 */
export function contentId(incident: ImportedIncident, kept: Kept & { repo_id: string | null }): string {
  const said = Object.entries(kept)
    .filter(([field]) => field === 'repo_id' || (incident as Record<string, unknown>)[field] != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `inc_${base62(createHash('sha256').update(JSON.stringify(said)).digest().subarray(0, 16), 22)}`;
}
