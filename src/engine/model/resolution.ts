/**
 * The ways to resolve an incident: the cloud was reverted; the state was updated; the resource left all states; the state source was
 * removed; an ignore rule hides it; the drift changed its kind, which opens another incident.
 */
export const RESOLUTIONS = [
  'reverted',
  'codified',
  'removed_from_state',
  'source_removed',
  'ignored',
  'superseded',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
