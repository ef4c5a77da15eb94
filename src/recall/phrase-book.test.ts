import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePhrases } from './phrase-book.ts';

const BOOKS = new URL('../../assets/recall/phrases/', import.meta.url);
const shipped = readdirSync(BOOKS).flatMap((name) => parsePhrases(readFileSync(new URL(name, BOOKS), 'utf8')));

test('reads families, their terms and their phrases', () => {
  const text = ['# about nets', '', 'nat: NAT gateway, nat_gw & deleted', '  gone: it costs: too much', ''].join('\n');
  expect(parsePhrases(text)).toEqual([
    {
      name: 'nat',
      when: [['nat gateway', 'nat gw'], ['deleted']],
      phrases: [{ direction: 'gone', text: 'it costs: too much' }],
    },
  ]);
});

test.each([
  ['  gone: a phrase', 'a phrase before the first family'],
  ['nat: nat\n  sideways: a phrase', 'no such direction'],
  ['nat: nat\nwhat is this', 'neither a family nor a phrase'],
  ['nat: nat\n  gone:', 'neither a family nor a phrase'],
  ['nat: nat, -', 'a term has no words'],
])('refuses %j and names the line', (text, why) => {
  expect(() => parsePhrases(text)).toThrow(why);
  expect(() => parsePhrases(text)).toThrow(`line ${text.split('\n').length} `);
});

describe('the phrase book', () => {
  const phrases = shipped.flatMap(({ name, phrases }) => phrases.map((phrase) => ({ name, ...phrase })));

  test('has four to thirty phrases in every family, each once', () => {
    expect(shipped.filter(({ phrases: some }) => some.length < 4 || some.length > 30).map(({ name }) => name)).toEqual(
      [],
    );
    const twice = phrases.filter(({ text }, at) => phrases.findIndex((other) => other.text === text) < at);
    expect(twice.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  test('has short sentences without values: no addresses, names of resources, ids or numbers of an organization', () => {
    const long = phrases.filter(({ text }) => text.split(' ').length > 14);
    const values = phrases.filter(({ text }) => /[_@/\\"]|\d{4,}|[a-z]\.[a-z]/.test(text));
    expect([...long, ...values].map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });
});
