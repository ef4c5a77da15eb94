import { setImmediate } from 'node:timers/promises';
import { append } from '../../base/append.ts';
import { SourceProblem, type StateObject, type StateSource } from '../../base/state-source.ts';
import type { Difference } from '../compare/differences.ts';
import { compareAnew, type DriftResult } from '../sift/sift.ts';
import { isPresent } from '../compare/observed.ts';
import { asSideEffect, findSideEffects } from './side-effects.ts';
import { explainedByRelated, mentioning, ownNames } from '../confirm/related-resources.ts';
import { childAsWritten, childrenIn, observedChild, type Child } from '../overlaps/match/children.ts';
import { relatedChildren, relatedNames } from '../overlaps/related.ts';
import { isRelative } from '../overlaps/overlaps.ts';
import { eachString } from '../state/pieces.ts';
import { linkPlace, placeInstances } from '../state/place.ts';
import { parseState, type StateInstance } from '../state/parse.ts';
import { forEachState } from '../refresh/bounded.ts';

/** A drifted instance that resources of other states may explain. */
export type OpenInstance = {
  result: DriftResult;
  /** Texts by which other resources may refer to it. */
  names: string[];
  /** Its children and related resources in its own state. */
  children: Child[];
  related: StateInstance[];
  /** The lineage of its state. An object with the same lineage is a copy of the state, and explains nothing. */
  lineage: string | null;
};

/** Open instances are kept in memory until all states were read. Beyond this number they are reported unchanged. */
export const MAX_OPEN = 2_000;
/** Number of states that are searched at the same time. */
const MAX_READS = 4;

/** The results that only another state can explain. `children` come from the state itself. */
export function openInstances(
  results: Iterable<DriftResult>,
  { instances, lineage }: { instances: readonly StateInstance[]; lineage: string | null },
  children: readonly Child[],
): OpenInstance[] {
  const childrenOf = childrenIn(children);
  const open: OpenInstance[] = [];
  for (const result of results) {
    const { observed, differences } = result;
    if (result.kind !== 'changed' || result.causedBy || !isPresent(observed)) continue;
    const byRelation = differences.flatMap(({ path }) => relatedNames(observed, path));
    const unspoken = differences.some((one) => one.unspoken) ? ownNames(result.instance) : [];
    const names = [...new Set([...byRelation, ...unspoken])];
    if (names.length === 0) continue;
    const own = differences.flatMap(({ path }) => relatedChildren(observed, path, childrenOf));
    open.push({ result, names, children: [...new Set(own)], related: [], lineage });
  }
  const wanted = open.filter(({ result }) => result.differences.some((one) => one.unspoken));
  const byName = mentioning(new Set(wanted.flatMap(({ result }) => ownNames(result.instance))), instances);
  for (const one of wanted) one.related = ownNames(one.result.instance).flatMap((name) => byName.get(name) ?? []);
  return open;
}

/** The drifted resources whose settings other resources may repeat, with their live values. */
export function driftedRelatives(stateKey: string, results: Iterable<DriftResult>): Child[] {
  return [...results]
    .filter(
      ({ kind, causedBy, instance }) =>
        (kind === 'changed' || kind === 'deleted') && !causedBy && isRelative(instance.type),
    )
    .map(({ observed }) => ({ ...observedChild(observed), stateKey }));
}

type OpenInState = OpenInstance & { stateKey: string };

const MAX_ESCAPED_BYTES = 6;

/** Finds the wanted texts that occur as whole strings in the JSON of a state. */
export function textsIn(bytes: Uint8Array, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const longest = wanted.values().reduce((most, { length }) => Math.max(most, length), 0) * MAX_ESCAPED_BYTES;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  eachString(bytes, (from, to) => {
    if (to - from > longest) return;
    const raw = buffer.toString('utf8', from, to);
    const text = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (wanted.has(text)) found.add(text);
  });
  return found;
}

async function bytesOf(
  source: StateSource,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  try {
    return (await source.read(key, signal)).bytes;
  } catch (error) {
    // That state's own analysis reports the error.
    if (error instanceof SourceProblem) return undefined;
    throw error;
  }
}

/**
 * Searches each state once for resources that explain open instances of other states: children, tags, scalers, related
 * resources. Only states that mention an open instance are parsed, one after another. A resource of another state
 * counts with the values in that state or, if it drifted, with its live values. Returns the final result of each open
 * instance, in the order of `open`.
 */
export async function searchOtherStates(
  source: StateSource,
  objects: readonly StateObject[],
  open: readonly OpenInState[],
  drifted: readonly Child[],
  signal: AbortSignal | undefined,
): Promise<DriftResult[]> {
  const wanted = new Map<string, OpenInState[]>();
  for (const one of open) for (const name of one.names) append(wanted, name, one);
  const names = new Set(wanted.keys());
  const keyOf = (stateKey: string | undefined, resource: string) => JSON.stringify([stateKey, resource]);
  const live = new Map(drifted.map((child) => [keyOf(child.stateKey, child.resource), child]));
  const explained = new Set<Difference>();

  /** Explains open instances by one state. Yields to the event loop before each instance. */
  async function explainFrom(key: string, bytes: Uint8Array): Promise<void> {
    const mentioned = [...textsIn(bytes, names)].flatMap((name) => wanted.get(name) ?? []);
    const about = [...new Set(mentioned)].filter((one) => one.stateKey !== key);
    const parsed = about.length > 0 ? parseState(bytes) : undefined;
    if (!parsed?.ok) return;
    const { instances, lineage } = parsed.state;
    const theirs = about.filter((one) => lineage === null || one.lineage !== lineage);
    if (theirs.length === 0) return;
    const managed = instances.filter(({ mode, deposed }) => mode === 'managed' && deposed === undefined);
    const childrenOf = childrenIn(relativesOf(key, instances, managed));
    const related = new Set([...theirs.flatMap(({ related }) => related), ...managed]);
    const isExplained = explainedByRelated([...related].map((instance) => ({ instance })));
    for (const one of theirs) {
      await setImmediate();
      signal?.throwIfAborted();
      const { observed, differences } = one.result;
      if (!isPresent(observed)) continue;
      const children = new Set(differences.flatMap(({ path }) => relatedChildren(observed, path, childrenOf)));
      for (const child of children) one.children.push(child);
      for (const difference of differences)
        if (difference.unspoken && !explained.has(difference) && isExplained(one.result.instance, difference.live))
          explained.add(difference);
    }
  }

  function relativesOf(key: string, instances: readonly StateInstance[], managed: readonly StateInstance[]): Child[] {
    const places = placeInstances(instances, undefined);
    return managed
      .filter(({ type }) => isRelative(type))
      .map((one) => {
        const place = places.get(one);
        const written = { ...childAsWritten(one, place && linkPlace(one, place)), stateKey: key };
        return live.get(keyOf(key, one.address)) ?? written;
      });
  }

  async function search(key: string): Promise<void> {
    signal?.throwIfAborted();
    const bytes = await bytesOf(source, key, signal);
    if (!bytes) return;
    try {
      await explainFrom(key, bytes);
    } catch {
      // A state that cannot be searched explains nothing, so its errors leave the drift reported.
      signal?.throwIfAborted();
    }
  }

  if (names.size > 0) await forEachState(objects, MAX_READS, ({ key }) => search(key));
  return open.map(({ result, children, stateKey: own }) => {
    const again = compareAnew(result, childrenIn(children), (difference) => explained.has(difference));
    // References to children in the same state have no `stateKey`.
    const shown = again.suppressed.flatMap((one) => one.children ?? []);
    const driftedElsewhere = shown.filter(({ resource, stateKey = own }) => live.has(keyOf(stateKey, resource)));
    return asSideEffect(again, findSideEffects([again], driftedElsewhere).get(again) ?? []);
  });
}
