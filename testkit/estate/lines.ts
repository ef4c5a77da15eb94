import type { Analysis } from '../../src/engine/model/analysis.ts';
import type { Difference } from './estate.ts';
import type { OracleDrift } from './oracle.ts';

/** `address attribute` for each differing attribute, `address (deleted)` for a deleted instance. */
export type Lines = Set<string>;

const GONE = '(deleted)';

export function lines(address: string, drift: OracleDrift): string[] {
  return drift.kind === 'deleted' ? [`${address} ${GONE}`] : drift.attributes.map((name) => `${address} ${name}`);
}

export const linesOf = (shows: Record<string, readonly string[] | 'deleted'>): string[] =>
  Object.entries(shows).flatMap(([address, what]) =>
    lines(address, what === 'deleted' ? { kind: 'deleted' } : { kind: 'changed', attributes: [...what] }),
  );

export const linesListed = (differences: readonly Difference[], isNew = false): string[] =>
  differences.flatMap(({ address, attributes, newAttributes = [] }) =>
    lines(address, { kind: 'changed', attributes: isNew ? [...attributes, ...newAttributes] : attributes }),
  );

const topLevel = ({ path }: { path: string }): string => /^[^.[]+/.exec(path)?.[0] ?? path;

/** The lines of drift, without side effects. */
export function driftOf({ findings }: Analysis): Lines {
  const own = findings.filter(({ caused_by }) => caused_by === undefined);
  return new Set(
    own.flatMap(({ resource, kind, attributes }) =>
      lines(resource, kind === 'deleted' ? { kind } : { kind, attributes: attributes.map(topLevel) }),
    ),
  );
}

/** The lines of all findings, side effects and informational changes included. */
export function reportedLines({ findings }: Analysis): Lines {
  const moved = findings.flatMap(({ resource, attributes, informational = [] }) =>
    lines(resource, { kind: 'changed', attributes: [...attributes, ...informational].map(topLevel) }),
  );
  return new Set([...findings.flatMap((one) => (one.kind === 'deleted' ? [`${one.resource} ${GONE}`] : [])), ...moved]);
}
