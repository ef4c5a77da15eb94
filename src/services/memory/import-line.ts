import { newId } from '../../base/ids.ts';
import { maskName, maskText } from '../../drift/redact.ts';
import { typeOfAddress } from '../../drift/state/type-of-address.ts';
import type { IncidentRow } from '../../store/queries/incidents.ts';
import { secretFields } from '../refuse-secrets.ts';
import type { ExportedIncident } from './export.ts';

/** An incident that is brought in: what an export has of it, as much of that as there is, or a project by any name. */
export type ImportedIncident = Pick<ExportedIncident, 'resource' | 'summary'> &
  Partial<ExportedIncident> & { project?: string };

/** What a line is kept as, but for its repository. */
export type Kept = Omit<IncidentRow, 'org_id' | 'repo_id' | 'created_at'> & { created_at: string };

const maskedOrNull = (text: string | null | undefined) => (text == null ? null : maskText(text));

/** What a line is kept as: its secrets masked, what it does not say as with an incident that is written by hand. */
export function keptOf(told: ImportedIncident, now: Date): Kept {
  const resource = maskName(told.resource);
  const created = told.created_at ?? now.toISOString();
  return {
    id: told.id ?? newId('inc'),
    resource,
    type: told.type === undefined ? (typeOfAddress(resource) ?? null) : told.type,
    summary: maskText(told.summary),
    details: maskedOrNull(told.details),
    date: told.date ?? created.slice(0, 10),
    status: told.status ?? 'resolved',
    source: told.source ?? 'manual',
    created_at: new Date(created).toISOString(),
  };
}

/** Whether something in the line looked like a secret. */
export function wasMasked(told: ImportedIncident, kept: Kept): boolean {
  return (['resource', 'summary', 'details'] as const).some(
    (field) => told[field] != null && told[field] !== kept[field],
  );
}

/** What is wrong with a line that has the right form; undefined where nothing is. */
export function problemOf({ id }: ImportedIncident): string | undefined {
  return id !== undefined && secretFields(id).length > 0 ? '/id looks like a secret; nothing was stored' : undefined;
}
