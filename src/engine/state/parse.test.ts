import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseState, type ParsedState } from './parse.ts';

type Case = { about: string; text?: string; state?: unknown; expected: unknown };

const fixtures = new URL('./fixtures/', import.meta.url);
const cases = readdirSync(fixtures).map((file) => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) as Case);
const bytes = (text: string) => new TextEncoder().encode(text);

/** A parsed state as JSON. */
function shown(parsed: ParsedState): unknown {
  if (!parsed.ok) return parsed;
  const instances = parsed.state.instances.map(({ private: secret, ...rest }) => ({
    ...rest,
    values: undefined,
    private: Buffer.from(secret).toString('base64'),
  }));
  return { ok: true, state: { ...parsed.state, instances } };
}

describe('every case in fixtures/', () => {
  test.each(cases)('parses: $about', ({ text, state, expected }) => {
    expect(shown(parseState(bytes(text ?? JSON.stringify(state))))).toEqual(expected);
  });
});

test('exposes attributes as values', () => {
  const parsed = parseState(bytes(JSON.stringify(cases.find(({ about }) => about.startsWith('Tainted'))?.state)));
  expect(parsed.ok && parsed.state.instances[0]?.values()).toEqual({ id: 'i-1' });
});

test('never throws for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
      expect(parseState(input)).toHaveProperty('ok');
    }),
  );
});

test('never throws for any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseState(bytes(text))).toHaveProperty('ok');
    }),
  );
});

/** All positions in a document, from the outside in. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => places((value as Record<string | number, unknown>)[key], [...path, key]))];
}

function replaced(value: unknown, [step, ...rest]: (string | number)[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? (value.slice() as never)
    : { ...(value as object) };
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

test('parses a state with any one value replaced, or explains the problem', () => {
  const whole = cases.filter(({ state, expected }) => state && (expected as { ok: boolean }).ok);
  const mutation = fc.constantFrom(...whole.flatMap(({ state }) => places(state).map((path) => ({ state, path }))));
  fc.assert(
    fc.property(mutation, fc.oneof(fc.jsonValue(), fc.constant(undefined)), ({ state, path }, by) => {
      const parsed = parseState(bytes(JSON.stringify(replaced(state, path, by)) ?? ''));
      expect(parsed.ok ? 'It is one that can be read.' : parsed.detail).toMatch(/^\S.{20,}\.$/);
    }),
    { numRuns: 500 },
  );
});

test('rejects a state that is cut anywhere', () => {
  const whole = JSON.stringify(
    cases.find(({ about }) => about.startsWith('Several') || about.startsWith('Alias'))?.state,
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (end) => {
      expect(parseState(bytes(whole.slice(0, end)))).toMatchObject({ ok: false, code: 'truncated' });
    }),
  );
});

test('reports excessive nesting as a problem', () => {
  const deep = (n: number) => `${'['.repeat(n)}1e400${']'.repeat(n)}`;
  const state = `{"version":4,"serial":1,"resources":[{"mode":"managed","type":"a","name":"b","provider":"provider.a","instances":[{"attributes":{"x":${deep(200_000)}}}]}]}`;
  expect(parseState(bytes(state))).toMatchObject({ ok: false, code: 'invalid' });
});
