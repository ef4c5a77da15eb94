import { expect, test } from 'vitest';
import {
  combineListers,
  eachCandidate,
  type Candidate,
  type InventoryLister,
  type ListableType,
  type Listing,
  type ListRequest,
} from './inventory.ts';

const PLACE = { account: '123456789012', region: 'eu-west-1' };

/** Lists one object of each of these types, whose name says who listed it. */
function listerOf(name: string, ...types: Pick<ListableType, 'type' | 'isExpensive'>[]): InventoryLister {
  return {
    types: async () => new Map(types.map((one) => [one.type, { ...one, by: 'provider', scope: 'regional' }])),
    async *list({ type, place }) {
      yield { type, ...place, ids: { name }, element: {} };
      return { type, ...place, calls: 1, state: 'listed' };
    },
  };
}

async function namesIn(lister: InventoryLister, request: ListRequest) {
  const found: Candidate[] = [];
  const outcome = await eachCandidate(lister.list(request), (one) => void found.push(one));
  return { names: found.map(({ ids }) => ids.name), outcome };
}

test('lists a type by the first lister that has it, unless that one is expensive', async () => {
  const lister = combineListers([
    listerOf(
      'first',
      { type: 'a', isExpensive: false },
      { type: 'b', isExpensive: true },
      { type: 'c', isExpensive: true },
    ),
    listerOf('second', { type: 'a', isExpensive: false }, { type: 'b', isExpensive: false }),
  ]);
  expect([...(await lister.types()).keys()]).toEqual(['a', 'b', 'c']);
  expect((await namesIn(lister, { type: 'a', place: PLACE })).names).toEqual(['first']);
  expect((await namesIn(lister, { type: 'b', place: PLACE })).names).toEqual(['second']);
  expect((await namesIn(lister, { type: 'c', place: PLACE })).names).toEqual(['first']);
});

test('reports a type that no lister has as not listed', async () => {
  expect(await namesIn(combineListers([]), { type: 'a', place: PLACE })).toEqual({
    names: [],
    outcome: {
      type: 'a',
      ...PLACE,
      calls: 0,
      state: 'not_listed',
      reason: 'no_list',
      detail: 'no list of this type is known',
    },
  });
});

test('closes a listing whose reader fails', async () => {
  let isClosed = false;
  async function* endless(): Listing {
    try {
      for (;;) yield { type: 'a', ...PLACE, ids: {}, element: {} };
    } finally {
      isClosed = true;
    }
  }
  const failing = eachCandidate(endless(), () => {
    throw new Error('full');
  });
  await expect(failing).rejects.toThrow('full');
  expect(isClosed).toBe(true);
});
