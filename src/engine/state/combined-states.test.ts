import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { combinedStates, keyPrefix, narrowed, sourceNameIn } from './combined-states.ts';

/** A source with these keys. Each state contains its own key. */
const sourceOf = (...keys: string[]): StateSource => ({
  async *list() {
    for (const key of keys) yield { key, size: 1, etag: `e-${key}` };
  },
  read: async (key) => ({ bytes: Buffer.from(key), etag: `e-${key}` }),
  etag: async (key) => `e-${key}`,
  async *locks() {
    if (keys[0] !== undefined) yield { key: keys[0], since: new Date(0), operation: undefined };
  },
});

const broken: StateSource = {
  // oxlint-disable-next-line require-yield
  async *list() {
    throw new SourceProblem('access_denied', 'The token may not list.');
  },
  read: () => Promise.reject(new Error('never asked')),
  etag: () => Promise.reject(new Error('never asked')),
};

const keysOf = async (source: StateSource) => (await Array.fromAsync(source.list())).map(({ key }) => key);

test('reads every listed state from the source that has it', async () => {
  const source = combinedStates([
    { name: null, source: sourceOf('a.tfstate', 'b/c.tfstate') },
    { name: 'gcp', source: sourceOf('a.tfstate') },
  ]);
  expect(await keysOf(source)).toEqual(['a.tfstate', 'b/c.tfstate', 'gcp://a.tfstate']);
  expect(Buffer.from((await source.read('gcp://a.tfstate')).bytes).toString()).toBe('a.tfstate');
  expect(await source.etag('b/c.tfstate')).toBe('e-b/c.tfstate');
  expect((await Array.fromAsync(source.locks!(undefined))).map(({ key }) => key)).toEqual([
    'a.tfstate',
    'gcp://a.tfstate',
  ]);
});

test('reports a source that cannot be listed as a state that cannot be read, and lists the others', async () => {
  const source = combinedStates([
    { name: 'gcp', source: broken },
    { name: 'pg', source: sourceOf('prod') },
  ]);
  expect(await keysOf(source)).toEqual(['gcp://', 'pg://prod']);
  await expect(source.read('gcp://')).rejects.toThrow('The token may not list.');
});

test('fails where the only source cannot be listed', async () => {
  await expect(keysOf(combinedStates([{ name: 'gcp', source: broken }]))).rejects.toThrow('The token may not list.');
});

test('finds the name of the source in a key', () => {
  const key = fc.string({ maxLength: 12 });
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/);
  fc.assert(fc.property(name, key, (source, own) => sourceNameIn(keyPrefix(source) + own) === source));
  for (const none of ['prod/app', '/gcp://app', 'GCP://app', '-://app', `${'x'.repeat(41)}://app`, 'gcp:/app'])
    expect([none, sourceNameIn(none)]).toEqual([none, null]);
});

test('narrows to the sources whose keys can begin with a prefix, and loses none of their states', () => {
  expect([narrowed('gcp', 'g'), narrowed('gcp', 'gcp://a'), narrowed('gcp', 'x')]).toEqual(['', 'a', undefined]);
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/);
  fc.assert(
    fc.property(fc.option(name), fc.string({ maxLength: 12 }), fc.string({ maxLength: 8 }), (source, key, prefix) => {
      const whole = keyPrefix(source) + key;
      const narrower = narrowed(source, prefix);
      // A prefix that ends inside `<name>://` includes the whole source.
      const isListed = narrower !== undefined && key.startsWith(narrower);
      if (whole.startsWith(prefix)) expect(isListed).toBe(true);
      // After a complete `<name>://` no other key is listed.
      else if (prefix.startsWith(keyPrefix(source))) expect(isListed).toBe(false);
    }),
  );
});
