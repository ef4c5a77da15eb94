import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Recall } from '../../scripts/recall/reference.mjs';
import { shippedRecall } from '../../testkit/recall.ts';
import { embedIncident, embedIntent, incidentText } from './embed.ts';
import { textVector } from './text-vector.ts';

const file = new URL('../../assets/recall/recall.bin', import.meta.url).pathname;
const recall = shippedRecall();
const { table: model, intents } = recall;
const reference = Recall.load(file);

type Set = { incidents: { resource: string; summary: string }[]; queries: { intent: string }[]; offtopic: string[] };
const dev = JSON.parse(readFileSync(new URL('../../bench/recall/dev.json', import.meta.url), 'utf8')) as Set;

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const cosine = (a: Float32Array, b: Float32Array) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const embed = (text: string) => textVector(model, text);
/** The words, the direction and the intents. */
const DIMENSIONS = 512 + 3 + intents.families.length;

/** Words from texts about infrastructure: addresses, ports, ids, ranges, names, in random order. */
const term = fc.constantFrom(...model.glossary.terms.keys());
const type = fc.constantFrom(...model.glossary.types.keys(), 'made_up_thing', 's3_bucket_9');
const name = fc.constantFrom('web', 'prod-db', 'a', 'logs_2024', 'Main', 'x-1', '0a1b2c3d4e5f');
const part = fc.oneof(
  fc.tuple(type, name).map(([type, name]) => `aws_${type}.${name}`),
  fc.tuple(type, name).map(([type, name]) => `module.net["${name}"].aws_${type}.${name}[0]`),
  type.map((type) => `aws_${type}`),
  term,
  term.map((term) => term.toUpperCase()),
  fc.constantFrom(...model.glossary.ports.keys(), '8', '65535').map((port) => `port ${port}`),
  fc.integer({ min: 0, max: 70_000 }).map((port) => `10.0.0.0/16:${port}`),
  fc.constantFrom(...model.pieces.keys()).map((piece) => piece.replace('##', '')),
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 1, maxLength: 20 })
    .map((hex) => `sg-${hex}`),
  fc.constantFrom(
    'was opened to',
    'Größe geändert',
    'deletion_protection',
    'camelCaseName',
    'İstanbul',
    '…',
    'K8s',
    'ﬁle',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const sentence = fc.array(part, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(' '));

describe('the vector of the words of a text', () => {
  const written = [...dev.incidents.map(incidentText), ...dev.queries.map(({ intent }) => intent), ...dev.offtopic];
  const made = fc.sample(sentence, { numRuns: 2000, seed: 7 });

  test(`agrees with the reference on ${written.length} texts of the development set and ${made.length} made-up ones: cosine above 0.999999`, () => {
    expect(written.length).toBeGreaterThan(200);
    const differing = [...written, ...made].filter((text) => {
      const [ours, theirs] = [embed(text), reference.embed(text)];
      if (dot(theirs, theirs) === 0) return dot(ours, ours) !== 0;
      return !(cosine(ours, theirs) > 0.999_999);
    });
    expect(differing).toEqual([]);
  });
});

describe('a vector', () => {
  const anyText = fc.oneof(
    sentence,
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  );

  test('has length one or zero, and is the same each time for any text, also with lone surrogates', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isEmpty =
          !/[a-z0-9]/i.test(text.normalize('NFD')) || dot(reference.embed(text), reference.embed(text)) === 0;
        for (const embedding of [embedIntent, embedIncident]) {
          const vector = embedding(recall, text);
          const square = dot(vector, vector);
          expect(vector).toHaveLength(DIMENSIONS);
          expect(square === 0 || Math.abs(square - 1) < 1e-5).toBe(true);
          expect(square === 0).toBe(isEmpty);
          expect(embedding(recall, text)).toEqual(vector);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('is zero for a text of symbols', () => {
    for (const text of ['', ' \n', '!!! ??? …', '\ud800', '日本語', '🔥'])
      for (const embedding of [embedIntent, embedIncident])
        expect(embedding(recall, text).every((x) => x === 0)).toBe(true);
  });
});

/** Texts for which a careless scanner starts again at every character. */
const HOSTILE: Record<string, string> = {
  words: 'open port 22 to the world aws_security_group.web ',
  letters: 'a',
  hex: 'abcdef',
  dots: 'a.',
  'marks of two classes': '\u0316\u0301',
  'other marks': '\u05b0\u05b1',
  'half a port': 'port ',
  blanks: ' ',
  'half an address': 'aws_',
  surrogates: '\ud800',
  'ports in a row': '1:',
  'half a range': '0.',
  capitals: 'aB',
};

test.each(Object.entries(HOSTILE))('takes time in proportion to 100 kB of %s', (_name, unit) => {
  // A text that is a hundred times as long may take a hundred times as long, not ten thousand times. Quadratic time
  // would exceed the suite's time limit.
  for (const start of ['', 'a', 'port', 'aws_']) {
    const text = start + unit.repeat(100_000 / unit.length);
    expect(embedIntent(recall, text)).toHaveLength(DIMENSIONS);
    expect(embedIncident(recall, text)).toHaveLength(DIMENSIONS);
  }
});

const similarity = (intent: string, incident: string) =>
  dot(embedIntent(recall, intent), embedIncident(recall, incident));

test('is farther from the opposite direction than from the same', () => {
  const opened = 'aws_s3_bucket.press: The bucket was opened to the internet for reading';
  const closed = 'aws_s3_bucket.press: The bucket was closed to the internet for reading';
  const intent = 'nobody outside should read the press bucket any more, hide it';
  expect(similarity(intent, closed)).toBeGreaterThan(similarity(intent, opened) + 0.05);
  // An intent without a direction is as far from both.
  expect(Math.abs(similarity('press bucket', closed) - similarity('press bucket', opened))).toBeLessThan(0.05);
});

test('is near to what somebody says in words of the phrase book, without a word in common', () => {
  const incident = 'aws_security_group.bastion: SSH (22/tcp) was opened to the internet';
  const other = 'aws_db_instance.orders: The backup retention was lowered from 30 to 7 days';
  expect(similarity('let the vendor log in from home', incident)).toBeGreaterThan(0.35);
  expect(similarity('let the vendor log in from home', other)).toBeLessThan(0.2);
});

test('is closer for texts of similar meaning', () => {
  const intent = 'let anyone connect over SSH';
  const same = 'aws_security_group.bastion: port 22 open to 0.0.0.0/0';
  expect(similarity(intent, same)).toBeGreaterThan(similarity(intent, 'aws_db_instance.a: backups kept 1 day') + 0.2);
});
