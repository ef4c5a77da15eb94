import { fields } from '../value/canonical.ts';
import type { DriftResult } from '../sift/sift.ts';
import { maskName, maskValue, secretsOfObserved, withoutSecrets, type Secrets } from '../mask/mask.ts';

/** Where types keep their tags; the first that has some counts. */
const PLACES = ['tags_all', 'tags', 'effective_labels', 'labels'];
/** A cloud allows fifty. */
const MAX_TAGS = 100;
/** A cloud allows 256 characters. */
const MAX_VALUE = 300;

/** The tags of an instance as they may be shown: those in the cloud, or, of what is gone, those that the state has. */
export function shownTags({ observed }: DriftResult, otherSecrets: () => Secrets): Record<string, string> | undefined {
  const { schema, instance, outcome } = observed;
  const values = fields(outcome.status === 'read' ? outcome.live : outcome.before);
  const place = PLACES.find((name) => Object.keys(fields(values[name] ?? null)).length > 0);
  if (place === undefined) return undefined;
  const { shown } = maskValue(values[place] ?? null, {
    schema,
    path: [place],
    sensitivePaths: instance.sensitivePaths,
  });
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return undefined;
  const own = secretsOfObserved(observed);
  const without = (text: string) => withoutSecrets(withoutSecrets(text, own), otherSecrets());
  const tags = Object.entries(shown).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && value.length <= MAX_VALUE ? [[without(maskName(key)), without(value)]] : [],
  );
  return tags.length > 0 ? Object.fromEntries(tags.slice(0, MAX_TAGS)) : undefined;
}
