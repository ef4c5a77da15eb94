import { digestOf } from '../../base/digest.ts';
import type { StateReport } from '../model/analysis.ts';

/** The identity of a state: its lineage or, if it has none, its key. */
export const lineageOf = ({ lineage, key }: Pick<StateReport, 'lineage' | 'key'>): string => lineage ?? key;

/** The identity of drift within one lineage. */
export const driftKey = ({ resource, kind }: { resource: string; kind: string | null }): string =>
  JSON.stringify([resource, kind]);

/** The identity of an incident as a short text. It is the same across analyses and on every machine. */
export const incidentIdentity = (lineage: string, drift: { resource: string; kind: string }): string =>
  digestOf([lineage, driftKey(drift)]);
