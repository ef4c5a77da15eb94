import type { JsonObject } from '../../src/base/json.ts';
import { CONFIG, NEED } from '../provider-rig.ts';
import type { StateDocument } from '../state-document.ts';
import { canaryMaker, shapesOf, type Canary } from './canary.ts';
import { KEY_PLACES, MARKED_PLACES, NAMED_PLACES, TEXT_PLACES, type Place, type Planted } from './places.ts';
import type { Shape } from './shapes.ts';

/** States full of secrets, and the planted secrets. */
export type CanaryEstate = { canaries: Canary[]; states: Map<string, StateDocument> };

/** Instances per state: several states are more realistic than one. */
const IN_A_STATE = 60;

const instance = (id: string, { attributes, marks = [], index }: Planted, extra: JsonObject = {}) => ({
  schema_version: 2,
  ...(index !== undefined && { index_key: index }),
  attributes: { id, name: id, configured_region: CONFIG.region, ...extra, ...attributes },
  sensitive_attributes: marks.map((value) => [{ type: 'get_attr' as const, value }]),
});

function resourcesOf(planted: Planted, n: number) {
  const all: Planted[] = [planted, ...(planted.beside ?? []).map((attributes) => ({ attributes }))];
  return all.map((one, i) => ({
    mode: 'managed' as const,
    type: 'fake_thing',
    name: `thing_${n}_${i}`,
    provider: `provider["${NEED.source}"]`,
    instances: [instance(`thing-${n}-${i}`, one)],
  }));
}

/** Pairs of shapes and places: every place and every shape occurs, but not every combination. */
function pairs(shapes: readonly Shape[], places: readonly Place[], times: number): [Shape, Place][] {
  return places.flatMap((place, p) =>
    shapes.flatMap((shape, s): [Shape, Place][] => ((s + p) % places.length < times ? [[shape, place]] : [])),
  );
}

/** Secrets in every part of a state or of a cloud's response. The same seed yields the same estate. */
export function canaryEstate(seed = 5): CanaryEstate {
  const make = canaryMaker(seed);
  const bare = shapesOf('named').slice(0, 3);
  const plan = [
    ...pairs(shapesOf('known', 'said'), TEXT_PLACES, 7),
    ...pairs(shapesOf('named'), NAMED_PLACES, 2),
    ...MARKED_PLACES.flatMap((place) => bare.map((shape): [Shape, Place] => [shape, place])),
    ...pairs(
      shapesOf('known').filter(({ length }) => length < 100),
      KEY_PLACES,
      1,
    ),
  ];
  const canaries: Canary[] = [];
  const states = new Map<string, StateDocument>();
  for (let from = 0; from < plan.length; from += IN_A_STATE) {
    const resources = plan.slice(from, from + IN_A_STATE).flatMap(([shape, place], i) => {
      const canary = make(shape, place.name);
      canaries.push(canary);
      return resourcesOf(place.plant(canary), from + i);
    });
    states.set(`app/${from}.tfstate`, stateOf(resources));
  }
  return { canaries, states };
}

/**
 * A state that makes the provider panic with a secret in its last output, a state with a secret as an instance key that
 * occurs twice, and two states with secrets as keys, one of which cannot be read.
 */
export function deadlyEstate(seed = 6): CanaryEstate {
  const make = canaryMaker(seed);
  const [deadly] = shapesOf('said');
  const [named, other, third] = shapesOf('known');
  if (!deadly || !named || !other || !third) throw new Error('there are no shapes');
  const words = make(deadly, 'the last words of a provider');
  const keys = [make(named, 'the key of a state'), make(other, 'the key of a state that cannot be read')];
  const state = stateOf(resourcesOf({ attributes: { on_read: [`last_words:${words.text}`] } }, 0));
  const twice = make(third, 'the key of an instance that stands there twice');
  const same = resourcesOf({ attributes: {}, index: twice.text }, 2);
  return {
    canaries: [words, ...keys, twice],
    states: new Map([
      ['deadly.tfstate', state],
      ['twice.tfstate', stateOf([...same, ...same])],
      [`${keys[0]?.text}.tfstate`, stateOf(resourcesOf({ attributes: { note: 'a', live: '{"note":"b"}' } }, 1))],
      [`${keys[1]?.text}.json.tfstate`, { ...stateOf([]), version: 3 } as unknown as StateDocument],
    ]),
  };
}

function stateOf(resources: ReturnType<typeof resourcesOf>): StateDocument {
  const lineage = '5d1c7f0e-0000-4000-8000-000000000000';
  return { version: 4, terraform_version: '1.11.4', serial: 1, lineage, outputs: {}, resources, check_results: null };
}
