import { lineReader } from '../../api/http/lines.ts';
import { ImportedIncident } from '../../api/schemas/incident-lines.ts';
import { maskName } from '../../engine/mask/mask.ts';
import { keptOf, problemOf } from '../../services/memory/import-line.ts';

const { split, readOne } = lineReader(ImportedIncident);
const read = (body: unknown) => split(body).map(readOne);

/**
 * Reads a line as a server would: its problem, or its fields with secrets masked. Does not check against the
 * organization's data (its projects and ids).
 */
export function checkLine(text: string): { problem: string } | { shown: Record<string, unknown> } {
  const [line = { problem: 'it is empty' }] = read(Buffer.from(text));
  if ('problem' in line) return { problem: line.problem };
  const { value: incident } = line;
  const problem = problemOf(incident);
  if (problem !== undefined) return { problem };
  const kept: Record<string, unknown> = keptOf(incident, new Date());
  const named = (value: unknown) => (typeof value === 'string' ? maskName(value) : value);
  return {
    shown: Object.fromEntries(Object.entries(incident).map(([key, value]) => [key, kept[key] ?? named(value)])),
  };
}
