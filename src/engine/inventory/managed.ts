import { append } from '../../base/append.ts';
import type { Value } from '../../base/value.ts';
import { kindOf } from '../../clouds/aws/catalog/same-types.ts';
import { isGlobal } from '../../clouds/clouds.ts';
import type { ListPlace } from '../../clouds/contract/inventory.ts';
import type { StateInstance } from '../state/instance.ts';
import type { FoundPlace } from '../state/place.ts';
import { createCoveredParts } from './covered.ts';
import { ownParts } from './families.ts';
import { isMadeOf, isUniqueId, namesIn, referencesOf, type Names } from './names.ts';

/** The facts about a managed instance that stay in memory: few, so that any number of states fits. */
export type Managed = {
  address: string;
  stateKey: string;
  type: string;
  names: Names;
  /** Undefined if unknown. */
  account: string | undefined;
  region: string | undefined;
  /** The provider configuration, for a provider without accounts and regions (`StatePlace`). */
  configuration: string | undefined;
  /** True if the analysis has read that it exists; undefined if the analysis did not read it. */
  isThere: boolean | undefined;
  /** The short texts and the numbers in its attributes, of which composite import ids are made. */
  values: ReadonlySet<string>;
};

/** The managed instances of all states, by each name that a list may return. */
export type ManagedIndex = {
  add(
    instance: StateInstance,
    where: {
      stateKey: string;
      place: FoundPlace;
      configuration?: string | undefined;
      isThere: boolean | undefined;
    },
  ): void;
  /** The instances of a kind that have this name and may be in this location. */
  named(type: string, name: string, place: ListPlace): Managed[];
  /** The first instance of a kind that has all parts of a composite import id and may be in this location. */
  composed(type: string, importId: string, place: ListPlace): Managed | undefined;
  /** All instances of a type that may be in this location. */
  ofType(type: string, place: ListPlace): Managed[];
  /**
   * The number of instances of each type in this location, or of this provider configuration. Instances without a known
   * region do not count, except of global types.
   */
  countsIn(place: ListPlace, configuration: string | undefined): Map<string, number>;
  /**
   * The managed instances that contain everything of a part: inline in its parent, or as another type of part.
   * Undefined if there are none.
   */
  ownersOf(type: string, live: Value): Managed[] | undefined;
};

const mayBeOf = ({ account }: Managed, place: ListPlace): boolean =>
  account === undefined || place.account === null || account === place.account;

/** True if an instance may be in a location: account and region each agree, or one of the two is unknown. */
const mayBeIn = (one: Managed, place: ListPlace): boolean =>
  mayBeOf(one, place) && (one.region === undefined || place.region === null || one.region === place.region);

/** The maximum length of a text: no import id has a longer part. */
const MAX_TEXT = 256;

const textsIn = (values: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(
    Object.values(values).flatMap((one) =>
      typeof one === 'string' && one !== '' && one.length <= MAX_TEXT
        ? one
        : typeof one === 'number'
          ? String(one)
          : [],
    ),
  );

export function createManagedIndex(): ManagedIndex {
  const byName = new Map<string, Managed[]>();
  const byType = new Map<string, Managed[]>();
  const covered = createCoveredParts<Managed>();
  const keyOf = (type: string, name: string) => `${kindOf(type)} ${name}`;
  return {
    add(instance, { stateKey, place: { account, region, regionBy }, configuration, isThere }) {
      if (instance.mode !== 'managed') return;
      const { address, type } = instance;
      const values = instance.values();
      const identity: unknown = instance.identity && JSON.parse(instance.identity.json);
      const one: Managed = {
        address,
        stateKey,
        type,
        names: namesIn(values, identity),
        account,
        region: isGlobal(type) || regionBy === 'nobody' ? undefined : region,
        configuration,
        isThere,
        values: textsIn(values),
      };
      covered.add(type, values as Record<string, Value>, one);
      append(byType, kindOf(type), one);
      const { identity: whole } = one.names;
      for (const name of [...referencesOf(one.names), ...(whole === undefined ? [] : [whole])])
        append(byName, keyOf(type, name), one);
      for (const part of ownParts(type, values as Value)) append(byName, keyOf(part.type, part.name), one);
    },
    named(type, name, place) {
      const mayBe = isUniqueId(name) ? mayBeOf : mayBeIn;
      return (byName.get(keyOf(type, name)) ?? []).filter((one) => mayBe(one, place));
    },
    composed: (type, importId, place) =>
      (byType.get(kindOf(type)) ?? []).find((one) => mayBeIn(one, place) && isMadeOf(importId, one.values)),
    ofType: (type, place) => (byType.get(kindOf(type)) ?? []).filter((one) => one.type === type && mayBeIn(one, place)),
    countsIn(place, configuration) {
      const counts = new Map<string, number>();
      const isIn = (one: Managed): boolean =>
        configuration !== undefined || (mayBeOf(one, place) && (isGlobal(one.type) || one.region === place.region));
      for (const one of [...byType.values()].flat())
        if (one.configuration === configuration && isIn(one)) counts.set(one.type, (counts.get(one.type) ?? 0) + 1);
      return counts;
    },
    ownersOf: (type, live) => covered.ownersOf(type, live),
  };
}
