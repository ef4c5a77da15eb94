import type { StateInstance } from './instance.ts';

/** Where an instance lives, as far as its state tells. */
export type Place = { region: string | undefined; account: string | undefined };

const REGION = /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/;
const ACCOUNT = /^\d{12}$/;

/** The instance's own word: its `region`, else the parts of its ARN. A malformed ARN once gave an account id for a region. */
function ownPlace(instance: StateInstance): Place {
  const { arn, id, region } = instance.values();
  const named = [arn, id].find((text) => typeof text === 'string' && text.startsWith('arn:'));
  const parts = typeof named === 'string' ? named.split(':') : [];
  const told = [region, parts[3]].find((text) => typeof text === 'string' && REGION.test(text));
  return {
    region: typeof told === 'string' ? told : undefined,
    account: ACCOUNT.test(parts[4] ?? '') ? parts[4] : undefined,
  };
}

/** Counts texts; the one with the most votes wins, the first at a tie. */
function majority(votes: (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * Region and account of every instance: its own, else what most instances of the same provider configuration say, else
 * the default. State itself names neither.
 */
export function placeInstances(
  instances: readonly StateInstance[],
  defaultRegion: string | undefined,
): Map<StateInstance, Place> {
  const own = new Map(instances.map((instance) => [instance, ownPlace(instance)]));
  const siblings = Map.groupBy(instances, (instance) => instance.provider.text);
  const usual = new Map(
    [...siblings].map(([provider, members]) => {
      const places = members.map((member) => own.get(member));
      return [
        provider,
        { region: majority(places.map((p) => p?.region)), account: majority(places.map((p) => p?.account)) },
      ];
    }),
  );
  return new Map(
    instances.map((instance) => {
      const mine = own.get(instance);
      const common = usual.get(instance.provider.text);
      return [
        instance,
        { region: mine?.region ?? common?.region ?? defaultRegion, account: mine?.account ?? common?.account },
      ];
    }),
  );
}
