import type { JsonObject } from '../../src/base/json.ts';
import type { Canary } from './canary.ts';

/**
 * An instance with a planted secret: attributes, sensitive marks in the state, a `for_each` key, and further instances.
 */
export type Planted = {
  attributes: JsonObject;
  marks?: string[];
  index?: string;
  /** The attributes of further instances in the same state. */
  beside?: JsonObject[];
};
export type Place = { name: string; plant: (canary: Canary) => Planted };

const place = (name: string, plant: (canary: Canary) => Planted): Place => ({ name, plant });
const live = (attributes: JsonObject): string => JSON.stringify(attributes);
/** An attribute that differs between state and cloud, with the secret on one side. */
const differs = (
  name: string,
  secret: JsonObject[string],
  other: JsonObject[string],
  side: 'state' | 'live',
): Planted => ({
  attributes:
    side === 'state'
      ? { [name]: secret, live: live({ [name]: other }) }
      : { [name]: other, live: live({ [name]: secret }) },
});

/** Texts without a schema that contain a secret. */
export const TEXT_PLACES: readonly Place[] = [
  place('a value in the state', ({ text }) => differs('note', text, 'x', 'state')),
  place('a live value', ({ text }) => differs('note', 'x', text, 'live')),
  place('a tag in the state', ({ text }) => differs('tags', { comment: text }, { comment: 'x' }, 'state')),
  place('a live tag', ({ text }) => differs('tags', { comment: 'x' }, { comment: text }, 'live')),
  place('an element of a list', ({ text }) => differs('words', ['a', text], ['a'], 'state')),
  place('an element of a set', ({ text }) => differs('labels', ['a'], ['a', text], 'live')),
  place('a document', ({ text }) => differs('policy', JSON.stringify({ a: 1, comment: text }), '{"a":2}', 'state')),
  place('a document in a document', ({ text }) =>
    differs('policy', '{"a":2}', JSON.stringify({ a: 1, inner: JSON.stringify({ comment: [text] }) }), 'live'),
  ),
  place('a block', ({ text }) => differs('owner', { name: text }, { name: 'x' }, 'state')),
  place('an error', ({ text }) => ({ attributes: { on_read: [`error:the value ${text} was refused`] } })),
  place('a warning', ({ text }) => ({
    attributes: { note: 'a', on_read: [`warning:${text}`], live: live({ note: 'b' }) },
  })),
  place("a provider's stderr", ({ text }) => ({
    attributes: { note: 'a', on_read: [`mutter:${text}`], live: live({ note: 'b' }) },
  })),
];

/** Values under a key that marks them as secret. */
export const NAMED_PLACES: readonly Place[] = [
  place('a tag with a name', ({ key, text }) => differs('tags', { [key]: text }, { [key]: 'x' }, 'state')),
  place('a live tag with a name', ({ key, text }) => differs('tags', { [key]: 'x' }, { [key]: text }, 'live')),
  place('a member of a document', ({ key, text }) =>
    differs('policy', JSON.stringify({ [key]: text, a: 1 }), '{"a":2}', 'state'),
  ),
  place('a pair in a document', ({ key, text }) =>
    differs('policy', '[]', JSON.stringify([{ name: key, value: text }]), 'live'),
  ),
];

/** Bare words that the schema or the state marks as sensitive, and repetitions of them in other places. */
export const MARKED_PLACES: readonly Place[] = [
  place('a sensitive attribute', ({ text }) => differs('secret', text, 'another', 'state')),
  place('a live sensitive attribute', ({ text }) => differs('secret', 'another', text, 'live')),
  place('a value of a sensitive map', ({ text }) => differs('secrets', { a: text }, { a: 'x' }, 'state')),
  place('a key of a sensitive map', ({ text }) => differs('secrets', { a: 'x' }, { [text]: 'x' }, 'live')),
  place('a sensitive attribute of a block', ({ text }) =>
    differs('owner', { name: 'a', token: text }, { name: 'b', token: 'x' }, 'state'),
  ),
  place('a value that the state marks', ({ text }) => ({ ...differs('note', text, 'x', 'state'), marks: ['note'] })),
  place('a list that the state marks', ({ text }) => ({
    ...differs('words', ['x', text], ['x'], 'state'),
    marks: ['words'],
  })),
  place('a copy of a sensitive attribute', ({ text }) => ({
    attributes: { secret: text, note: `at ${text}`, chosen: text, live: live({ note: 'moved' }) },
  })),
  place('an error that repeats a sensitive attribute', ({ text }) => ({
    attributes: { secret: text, on_read: [`error:the token ${text} is unknown, or ${encodeURIComponent(text)}`] },
  })),
  place('an error that is cut in the middle of one', ({ text }) => ({
    attributes: { secret: text, on_read: [`error:${'it is long. '.repeat(40)} ${text.repeat(2)}`] },
  })),
  place('a copy in another resource', ({ text }) => ({
    attributes: { tags: { db_password: text } },
    beside: [
      differs('note', `connect with ${text} to it`, 'x', 'state').attributes,
      differs('policy', '{}', JSON.stringify({ url: `x?a=${encodeURIComponent(text)}` }), 'live').attributes,
      differs('note', 'x', Buffer.from(text).toString('base64'), 'live').attributes,
      { on_read: [`error:refused ${text}`] },
    ],
  })),
];

/** Secrets as keys: of a tag, of an instance. */
export const KEY_PLACES: readonly Place[] = [
  place('a key of a tag', ({ text }) => differs('tags', { [text]: 'a' }, { [text]: 'b' }, 'state')),
  place('a key of a live tag', ({ text }) => differs('tags', {}, { [text]: 'b' }, 'live')),
  place('a key of for_each', ({ text }) => ({ ...differs('note', 'a', 'b', 'state'), index: text })),
];
