import { newId, base62 } from '../../base/ids.ts';
import { maskName, maskText } from '../../engine/mask/mask.ts';
import { typeOfAddress } from '../../engine/state/address.ts';
import { secretFields } from '../base/refuse-secrets.ts';
import { keptAttributes } from './attributes.ts';
import type { ExportedIncident } from './export.ts';
import type { Incident } from './incident.ts';
import { createHash } from 'node:crypto';

/** An incident to import: the fields of an export, as far as they are known. `project` may be any name of a project. */
export type ImportedIncident = Pick<ExportedIncident, 'resource' | 'summary'> &
  Partial<Omit<ExportedIncident, 'next_id' | 'similar'>> & {
    project?: string;
    similar?: { id: string; similarity: number }[];
  };

/** The stored form of a line, without its repository. */
export type Kept = Omit<Incident, 'org_id' | 'repo_id' | 'next_id' | 'similar'>;

const masked = (text: string | null | undefined, mask: (text: string) => string) => (text == null ? null : mask(text));
const moment = (text: string | null | undefined) => (text == null ? null : new Date(text).toISOString());

/**
 * The resolution of an imported incident. No analysis here continues it, so an incident that was open when it was
 * exported counts as resolved at the time it was last seen.
 */
function endOf({
  status,
  resolution = null,
  ...incident
}: ImportedIncident): Pick<Kept, 'status' | 'resolved_at' | 'resolution'> {
  if (status !== 'open') return { status: 'resolved', resolved_at: moment(incident.resolved_at), resolution };
  return { status: 'resolved', resolved_at: moment(incident.last_seen_at), resolution: null };
}

/** Drops a type that looks like a secret. */
const typeNamed = (type: string | null) => (type === null || maskName(type) === type ? type : null);

/** The stored form of a line: secrets masked, and absent fields filled as for a manual incident. */
export function keptOf(incident: ImportedIncident, now: Date): Kept {
  const {
    source = 'manual',
    kind = null,
    severity = null,
    times_seen = 0,
    analyses = [],
    previous_id = null,
  } = incident;
  const id = incident.id ?? newId('inc');
  const resource = maskName(incident.resource);
  const created_at = moment(incident.created_at) ?? now.toISOString();
  return {
    id,
    resource,
    type: incident.type === undefined ? (typeOfAddress(resource) ?? null) : typeNamed(incident.type),
    summary: maskText(incident.summary),
    details: masked(incident.details, maskText),
    date: incident.date ?? created_at.slice(0, 10),
    ...endOf(incident),
    source,
    kind,
    severity,
    times_seen,
    analyses,
    // An incident cannot be its own predecessor.
    previous_id: previous_id === id ? null : previous_id,
    created_at,
    state_key: masked(incident.state_key, maskName),
    region: masked(incident.region, maskName),
    account_id: masked(incident.account_id, maskName),
    attributes: keptAttributes((incident.attributes ?? []).map(maskName)),
    first_seen_at: moment(incident.first_seen_at),
    last_seen_at: moment(incident.last_seen_at),
  };
}

/** Fields that may contain secrets. */
const TEXTS = ['resource', 'type', 'summary', 'details', 'state_key', 'region', 'account_id', 'attributes'] as const;

/** True if a field of the line looked like a secret. */
export function wasMasked(incident: ImportedIncident, kept: Kept): boolean {
  const original = { ...incident, ...(incident.attributes && { attributes: keptAttributes(incident.attributes) }) };
  return TEXTS.some(
    (field) => original[field] !== undefined && JSON.stringify(original[field]) !== JSON.stringify(kept[field]),
  );
}

/** True if the existing incident equals the line. Fields that the line omits were generated and are not compared. */
export function fits(
  there: Kept & { repo_id: string | null },
  incident: ImportedIncident,
  kept: typeof there,
): boolean {
  const placed = incident.project !== undefined || incident.repo_id !== undefined;
  if (placed && there.repo_id !== kept.repo_id) return false;
  // An incident that was open at the export may still be open, or be resolved here. Its predecessor may have been
  // deleted.
  const free = incident.status === 'open' ? ['previous_id', 'status', 'resolved_at', 'resolution'] : ['previous_id'];
  return Object.entries(kept)
    .filter(([field]) => field in incident && field !== 'repo_id' && !free.includes(field))
    .every(([field, value]) => JSON.stringify(there[field as keyof Kept]) === JSON.stringify(value));
}

/**
 * The problem of a well-formed line; undefined if there is none. An id that looks like a secret is refused, since ids
 * cannot be masked.
 */
export function problemOf({ id, previous_id, analyses, similar = [] }: ImportedIncident): string | undefined {
  const [found] = secretFields({ id, previous_id, analyses, similar: similar.map((one) => ({ id: one.id })) });
  return found && `${found.path} ${found.message}; nothing was stored`;
}

/**
 * The id of an imported line without one: a digest of its content and its repository, so that the same line, sent
 * again, finds the incident it created. Only stored fields are digested: they are masked, so the digest reveals no
 * secret.
 */
export function contentId(incident: ImportedIncident, kept: Kept & { repo_id: string | null }): string {
  const said = Object.entries(kept)
    .filter(([field]) => field === 'repo_id' || (incident as Record<string, unknown>)[field] != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `inc_${base62(createHash('sha256').update(JSON.stringify(said)).digest().subarray(0, 16), 22)}`;
}
