import type { StateObject, StateSource } from '../base/state-source.ts';
import type { StateReport } from './model/analysis.ts';
import type { Ignores, SourcedRule } from './ignore/ignore.ts';
import type { StateInstance } from './state/parse.ts';
import { openState } from './state/open-state.ts';
import { shownStates } from './state/without-lock-files.ts';

/** What a scan of one address needs: only the states that have it, and in them only it and what it is related to. */
export type Focus = {
  source: StateSource;
  /** All states: those that do not have it may explain it all the same. */
  everywhere: readonly StateObject[];
  /** The rules, and everything else left out. */
  ignoring: (ignores: Ignores) => Ignores;
  /** How many states have it. */
  found: number;
  /** Every address of every state, for whoever asked for one that is not there. */
  addresses: ReadonlySet<string>;
  unreadable: readonly StateReport[];
};

const NOT_ASKED: SourcedRule = { id: 'not-asked', source: 'file', reason: 'another resource was asked about' };

/** Texts that others may name a resource by. */
function namesOf(values: Record<string, unknown>): string[] {
  const names = [values.id, values.arn, values.name].filter((name) => typeof name === 'string' && name.length > 3);
  return [...new Set(names)].map((name) => JSON.stringify(name).slice(1, -1));
}

const textOf = ({ attributes }: StateInstance) =>
  'json' in attributes ? attributes.json : JSON.stringify(attributes.flatmap);

/** The instances that one may show, or be shown by: those that name it, and those that it names. */
function relativesOf(asked: StateInstance, all: readonly StateInstance[]): Set<string> {
  const names = namesOf(asked.values());
  const text = textOf(asked);
  const related = all.filter((one) => {
    if (one === asked || one.mode === 'data') return false;
    const theirs = textOf(one);
    return (
      names.some((name) => theirs.includes(name)) || namesOf(one.values()).some((name) => text.includes(`"${name}"`))
    );
  });
  return new Set([asked, ...related, ...witnessesOf(asked, all)].map(({ address }) => address));
}

/** Others that are read as well: if one is gone, something of the same provider configuration has to be there. */
const WITNESSES = 4;

/** A few others of the same provider configuration, rather of the same type. */
function witnessesOf(asked: StateInstance, all: readonly StateInstance[]): StateInstance[] {
  const others = all.filter((one) => one !== asked && one.mode !== 'data' && one.provider.text === asked.provider.text);
  return others.toSorted((a, b) => Number(b.type === asked.type) - Number(a.type === asked.type)).slice(0, WITNESSES);
}

/**
 * Looks for an address in all states and narrows a scan down to it. What is not related to it is not read; it counts as what its
 * state says, like everything that a rule leaves out.
 */
export async function focusOn(from: StateSource, address: string, signal?: AbortSignal): Promise<Focus> {
  const source = shownStates(from);
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
    const asked = state.instances.find((one) => one.address === address);
    if (!asked) continue;
    kept.push(object);
    related.set(object.key, relativesOf(asked, state.instances));
  }
  return {
    source: {
      ...source,
      async *list() {
        yield* kept;
      },
    },
    ignoring: (ignores) => ({
      ...ignores,
      whole: (subject) =>
        ignores.whole(subject) ?? (related.get(subject.state)?.has(subject.address) ? undefined : NOT_ASKED),
    }),
    everywhere,
    found: kept.length,
    addresses,
    unreadable,
  };
}
