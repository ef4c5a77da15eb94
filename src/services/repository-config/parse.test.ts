import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseRepositoryConfig } from './parse.ts';

const problems = (text: string) => {
  const parsed = parseRepositoryConfig(text);
  return 'problems' in parsed ? parsed.problems.map(({ line, message }) => `${line}: ${message}`) : [];
};

test('returns the rules as written, with ids', () => {
  const parsed = parseRepositoryConfig(`# what nobody wants to hear about
version: 1
ignore:
  - id: autoscaled
    type: aws_autoscaling_group
    attribute: desired_capacity
    after: { at_least: 2, at_most: 10 }
    reason: The autoscaler decides
    expires_at: 2027-04-01T00:00:00Z
  - address: module.legacy
    reason: >-
      Goes away
      in spring
`);
  expect(parsed).toEqual({
    config: {
      ignore: [
        {
          id: 'autoscaled',
          source: 'file',
          type: 'aws_autoscaling_group',
          attribute: 'desired_capacity',
          after: { at_least: 2, at_most: 10 },
          reason: 'The autoscaler decides',
          expires_at: '2027-04-01T00:00:00Z',
        },
        { id: 'rule-2', source: 'file', address: 'module.legacy', reason: 'Goes away in spring' },
      ],
      states: [],
    },
  });
  expect(parseRepositoryConfig('version: 1')).toEqual({ config: { ignore: [], states: [] } });
  expect(parseRepositoryConfig('version: 1\nignore:\n')).toEqual({ config: { ignore: [], states: [] } });
});

test('returns the states with the directories of their root modules', () => {
  const states = 'states:\n  - key: prod/net.tfstate\n    path: infra/net\n  - key: "legacy/*"\n';
  expect(parseRepositoryConfig(`version: 1\n${states}`)).toEqual({
    config: { ignore: [], states: [{ key: 'prod/net.tfstate', path: 'infra/net' }, { key: 'legacy/*' }] },
  });
});

test('reports all mistakes, in the order of their lines', () => {
  const text = `ignore:
  - type: "aws_[a-z]"
    expires_at: tomorrow
  - address: module.a
    regoin: x
    reason: r
version: 2
`;
  expect(problems(text).map((one) => one.slice(0, 24))).toEqual([
    '2: the rule has no reaso',
    '2: the rule has a charac',
    '3: expires_at has to be ',
    '5: "regoin" is not known',
    '7: version has to be 1',
  ]);
});

describe('reports each mistake with its line and the allowed values', () => {
  test.each<[what: string, text: string, problem: RegExp]>([
    ['nothing', '', /^1: .*version: 1/],
    ['a list', '- 1', /^1: .*version: 1/],
    ['no version', 'ignore: []', /^1: version has to be 1/],
    ['another version', '\nversion: 2', /^2: version has to be 1/],
    [
      'an unknown field',
      'version: 1\nignores: []',
      /^2: "ignores" is not known here; it takes version, states, ignore$/,
    ],
    ['a state without a key', 'version: 1\nstates:\n  - path: a', /^3: the state has no key/],
    ['a path that leaves the repository', 'version: 1\nstates:\n  - key: a\n    path: ../b', /^4: path has to be/],
    [
      'a state with another field',
      'version: 1\nstates: [{key: a, bucket: b}]',
      /^2: "bucket" is not known here; it takes key, path/,
    ],
    ['no list', 'version: 1\nignore: all', /^2: ignore has to be a list/],
    ['a rule that is none', 'version: 1\nignore:\n  - all', /^3: a rule has fields/],
    [
      'a field that no rule has',
      'version: 1\nignore:\n  - type: a\n    reason: r\n    regoin: x',
      /^5: "regoin" is not known here; it takes id, address/,
    ],
    ['no reason', 'version: 1\nignore:\n\n  - type: a', /^4: the rule has no reason/],
    ['a reason that is no text', 'version: 1\nignore:\n  - type: a\n    reason: 1', /^4: reason has to be a text/],
    ['everything', 'version: 1\nignore:\n  - type: "*"\n    reason: r', /^3: the rule would ignore everything/],
    [
      'a time that is none',
      'version: 1\nignore:\n  - {type: a, reason: r, expires_at: soon}',
      /^3: expires_at has to be a time/,
    ],
    [
      'a value of the wrong kind',
      'version: 1\nignore:\n  - attribute: a\n    reason: r\n    after:\n      at_least: many',
      /^6: at_least has to be a number/,
    ],
    [
      'an unknown question',
      'version: 1\nignore:\n  - {attribute: a, reason: r, after: {like: x}}',
      /^3: "like" is not known here; it takes equals, matches/,
    ],
    [
      'one id twice',
      'version: 1\nignore:\n  - {id: a, type: a, reason: r}\n  - {id: a, type: b, reason: r}',
      /^4: this id stands/,
    ],
    ['a field twice', 'version: 1\nversion: 1', /^2: /],
    ['broken YAML', 'version: 1\nignore: [', /^2: /],
    ['an alias', 'version: 1\nignore:\n  - &a {type: a, reason: r}\n  - *a', /^4: aliases/],
    ['a tag', 'version: 1\nignore: !!js/function x', /^2: /],
    ['a second document', 'version: 1\n---\nversion: 1', /second document/],
    ['too deep', `version: 1\nignore: ${'['.repeat(40)}${']'.repeat(40)}`, /nested too deep/],
    ['too long', `version: 1\n#${'x'.repeat(128 * 1024)}`, /^1: the file is larger than 128 KB; one rule/],
  ])('%s', (_what, text, problem) => {
    expect(problems(text)[0]).toMatch(problem);
  });

  test('reports all problems at once', () => {
    expect(problems('version: 2\nignore:\n  - type: a\n  - reason: r')).toEqual([
      '1: version has to be 1',
      '3: the rule has no reason',
      '4: the rule must have at least one of address, type, attribute and state',
    ]);
  });
});

test('returns a configuration or problems for any text', () => {
  const piece = fc.constantFrom(
    'version: 1',
    '\n',
    '- ',
    ': ',
    '&a',
    '*a',
    '!!',
    '{',
    '}',
    '[',
    ']',
    '|',
    '"',
    "'",
    '---',
    '\t',
    'ignore',
    '<<',
    '? ',
    '\0',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }), (pieces) => {
      const parsed = parseRepositoryConfig(pieces.join(''));
      const places = 'problems' in parsed ? parsed.problems.map(({ line }) => line) : [];
      expect(places.every((line) => line > 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('prints no content of a file, whatever is wrong with it', () => {
  const warned = vi.spyOn(process, 'emitWarning');
  expect(parseRepositoryConfig('{ { version: 1 }: hunter2 }')).toHaveProperty('problems');
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  ['unknown fields', (i: number) => `k${i}: 1`],
  ['the same field', () => 'k: 1'],
])('reports the first hundred mistakes of a file: %s', (_what, line) => {
  const refused = problems(['version: 1', ...Array.from({ length: 300 }, (_, i) => line(i))].join('\n'));
  expect(refused).toHaveLength(100);
  expect(refused[0]).toMatch(/^[23]: /);
});

test('reports nothing else of a file with too many rules', () => {
  const rules = Array.from({ length: 201 }, (_, i) => `  - nonsense: ${i}`);
  expect(problems(['version: 1', 'ignore:', ...rules].join('\n'))).toEqual(['2: there are more than 200 rules']);
});
