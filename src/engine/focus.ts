import type { StateObject, StateSource } from '../base/state-source.ts';
import type { StateReport } from './model/analysis.ts';
import type { Ignores, SourcedRule } from './ignore/ignore.ts';
import type { StateInstance } from './state/parse.ts';
import { openState } from './state/open-state.ts';
import { listingOnly, withMaskedKeys } from './state/masked-keys.ts';

/** An analysis of one address: the states that contain it, and in these states the instance and related ones. */
export type Focus = {
  source: StateSource;
  /** All states. States without the address may still explain its drift. */
  everywhere: readonly StateObject[];
  /** Extends the rules to ignore all other instances. */
  ignoring: (ignores: Ignores) => Ignores;
  /** Number of states that contain the address. */
  found: number;
  /** All addresses of all states, to suggest similar ones if the address is unknown. */
  addresses: ReadonlySet<string>;
  unreadable: readonly StateReport[];
};

const OUT_OF_FOCUS: SourcedRule = { id: 'not-asked', source: 'file', reason: 'another resource was asked about' };

function namesOf(values: Record<string, unknown>): string[] {
  const names = [values.id, values.arn, values.name].filter((name) => typeof name === 'string' && name.length > 3);
  return [...new Set(names)].map((name) => JSON.stringify(name).slice(1, -1));
}

const textOf = ({ attributes }: StateInstance) =>
  'json' in attributes ? attributes.json : JSON.stringify(attributes.flatmap);

/** Addresses of the target, of instances that refer to it or to which it refers, and of witnesses. */
function relativesOf(target: StateInstance, all: readonly StateInstance[]): Set<string> {
  const names = namesOf(target.values());
  const text = textOf(target);
  const related = all.filter((one) => {
    if (one === target || one.mode === 'data') return false;
    const theirs = textOf(one);
    return (
      names.some((name) => theirs.includes(name)) || namesOf(one.values()).some((name) => text.includes(`"${name}"`))
    );
  });
  return new Set([target, ...related, ...witnessesOf(target, all)].map(({ address }) => address));
}

/** Other instances of the same provider configuration, which are read to confirm a deletion. */
const MAX_WITNESSES = 4;

function witnessesOf(target: StateInstance, all: readonly StateInstance[]): StateInstance[] {
  const others = all.filter(
    (one) => one !== target && one.mode !== 'data' && one.provider.text === target.provider.text,
  );
  return others
    .toSorted((a, b) => Number(b.type === target.type) - Number(a.type === target.type))
    .slice(0, MAX_WITNESSES);
}

/**
 * Searches all states for an address, and limits an analysis to it. Unrelated instances are not read. Like ignored
 * instances, they explain differences by their values in the state.
 */
export async function focusOn(from: StateSource, address: string, signal?: AbortSignal): Promise<Focus> {
  const source = withMaskedKeys(from);
  const addresses = new Set<string>();
  const unreadable: StateReport[] = [];
  const everywhere: StateObject[] = [];
  const kept: StateObject[] = [];
  const related = new Map<string, Set<string>>();
  for await (const object of source.list(signal)) {
    signal?.throwIfAborted();
    everywhere.push(object);
    const { state, report } = await openState(source, object.key, signal);
    if (!state) {
      unreadable.push(report);
      continue;
    }
    for (const one of state.instances) addresses.add(one.address);
    const target = state.instances.find((one) => one.address === address);
    if (!target) continue;
    kept.push(object);
    related.set(object.key, relativesOf(target, state.instances));
  }
  return {
    source: listingOnly(source, kept),
    ignoring: (ignores) => ({
      ...ignores,
      whole: (subject) =>
        ignores.whole(subject) ?? (related.get(subject.state)?.has(subject.address) ? undefined : OUT_OF_FOCUS),
    }),
    everywhere,
    found: kept.length,
    addresses,
    unreadable,
  };
}
