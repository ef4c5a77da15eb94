import { isObject } from '../../src/base/json.ts';
import { getOrInsert } from '../../src/base/get-or-insert.ts';
import type { Answered } from './ask.ts';
import type { Managed } from './instances.ts';

/** An element of an answer: its own values and those of the elements that enclose it, with their templates. */
type Seen = {
  answered: Answered;
  path: string;
  own: readonly Form[];
  values: readonly (readonly [template: string, value: string])[];
};

/** The path and the templates of a type's ids in the answers to an operation. */
export type Match = {
  type: string;
  answered: Answered;
  path: string;
  importId: string;
  arn: string | undefined;
  name: string | undefined;
  /** The instances that the answers contain. */
  instances: Set<Managed>;
  /** The arguments of the calls that found them. */
  arguments: Set<string>;
};

const MAX_DEPTH = 3;
/** A part of an id that more elements share identifies none of them: `default`, a region. */
const MAX_HAVING = 300;
const SEPARATORS = '/:,|_.-';
/** Parts of ids that no element contains: the scope, which the parameters of the operation set. */
const CONSTANTS = ['REGIONAL'];

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '' && value.length < 2_000) ||
  typeof value === 'number' ||
  typeof value === 'boolean'
    ? String(value)
    : undefined;

/** The texts in an element with their paths, except texts in lists. */
function leavesOf(value: unknown, names: readonly string[] = []): (readonly [string, string])[] {
  const own = text(value);
  if (own !== undefined) return [[names.join('.'), own]];
  if (!isObject(value) || Array.isArray(value) || names.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...names, name]));
}

/**
 * Yields a value, its part after the last `/` or `:`, and the value without a dot at its end, each with its template.
 */
function* formsOf(prefix: string, name: string, value: string): Generator<readonly [string, string]> {
  yield [`{${prefix}${name}}`, value];
  if (value.endsWith('.')) yield [`{${prefix}${name}~.}`, value.slice(0, -1)];
  for (const mark of [':service/', '/', ':'])
    if (value.includes(mark) && !value.endsWith(mark))
      yield [`{${prefix}${name}#${mark}}`, value.slice(value.lastIndexOf(mark) + mark.length)];
}

function* elementsIn(
  value: unknown,
  path: readonly string[],
  above: readonly unknown[],
): Generator<{ value: unknown; path: string; above: readonly unknown[] }> {
  if (Array.isArray(value)) {
    for (const one of value) yield* elementsIn(one, path, above);
    return;
  }
  if (path.length > 0 && path.length <= MAX_DEPTH + 1) yield { value, path: path.join('.'), above };
  if (!isObject(value)) return;
  const around = path.length === 0 ? [] : [value, ...above];
  for (const [name, one] of Object.entries(value)) yield* elementsIn(one, [...path, name], around);
}

type Form = readonly [template: string, value: string];

/** The forms of an element's values, by its level above the listed element. Cached, since it may enclose many. */
function rememberedForms(): (value: unknown, up: number) => readonly Form[] {
  const known = new WeakMap<object, Map<number, readonly Form[]>>();
  return (value, up) => {
    const find = () => leavesOf(value).flatMap(([name, one]) => [...formsOf('^'.repeat(up), name, one)]);
    if (!isObject(value)) return find();
    return getOrInsert(
      getOrInsert(known, value, () => new Map<number, readonly Form[]>()),
      up,
      find,
    );
  };
}

function seenIn(answered: Answered): Seen[] {
  const forms = rememberedForms();
  const always: readonly Form[] = [
    ...(answered.argument === undefined ? [] : formsOf('@', '', answered.argument)),
    ...CONSTANTS.map((one) => [one, one] as const),
  ];
  return answered.outputs.flatMap((output) =>
    [...elementsIn(output, [], [])].map(({ value, path, above }) => ({
      answered,
      path,
      own: forms(value, 0),
      values: [...forms(value, 0), ...above.flatMap((outer, index) => forms(outer, index + 1)), ...always],
    })),
  );
}

/**
 * A penalty for a value that is unlikely to be an id: a part of another value, deeply nested, of another element, or
 * without an id's name.
 */
export const oddness = (part: string): number =>
  (part.includes('#') ? 4 : 0) +
  (part.match(/\./g)?.length ?? 0) * 2 +
  (/^\{[\^@]/.test(part) ? 1 : 0) +
  (/(?:Id|Arn|ARN|Name|Identifier|Url|id|arn|name|\{)(?:[#~][^}]*)?\}$/.test(part) ? 0 : 1);

/** Finds a template that builds this id from an element's values, at least one of them its own. */
function templateFor(id: string, { values }: Seen): string | undefined {
  const search = (from: number, template: string, own: boolean): string | undefined => {
    if (from === id.length) return own ? template : undefined;
    const fitting = values
      .filter(([, value]) => id.startsWith(value, from))
      .toSorted(([x, a], [y, b]) => b.length - a.length || oddness(x) - oddness(y) || x.length - y.length);
    for (const [part, value] of fitting.slice(0, 12)) {
      const end = from + value.length;
      const isOwn = own || !/^\{[\^@]|^[A-Z]/.test(part);
      if (end === id.length) {
        if (isOwn) return template + part;
        continue;
      }
      const separator = id[end] ?? '';
      if (!SEPARATORS.includes(separator)) continue;
      const found = search(end + 1, `${template}${part}${separator}`, isOwn);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, '', false);
}

const tokensOf = (id: string): string[] => [id, ...id.split(/[/:,|_]/)].filter((one) => one.length > 2);

/** Finds the instances in the answers. `mayList` decides whether the operations of a service may list a type. */
export function matchesIn(
  instances: readonly Managed[],
  answers: readonly Answered[],
  mayList: (type: string, service: string) => boolean,
): Match[] {
  const byValue = new Map<string, Set<Seen>>();
  for (const answered of answers)
    for (const seen of seenIn(answered))
      for (const [, value] of seen.own) getOrInsert(byValue, value, () => new Set<Seen>()).add(seen);
  const matches = new Map<string, Match>();
  for (const instance of instances) {
    const seen = new Set(
      tokensOf(instance.importId).flatMap((token) => {
        const having = byValue.get(token);
        return having === undefined || having.size > MAX_HAVING ? [] : [...having];
      }),
    );
    for (const one of seen) {
      const { answered, path, values } = one;
      if (!mayList(instance.type, answered.draft.service) || answered.argument === instance.importId) continue;
      const importId = templateFor(instance.importId, one);
      if (importId === undefined) continue;
      const named = (wanted: string | undefined) =>
        wanted === undefined
          ? undefined
          : values
              .filter(([part, value]) => value === wanted && !/^\{[\^@]|^[A-Z]/.test(part))
              .toSorted(([a], [b]) => oddness(a) - oddness(b))[0]?.[0];
      const key = JSON.stringify([instance.type, answered.draft.service, answered.draft.name, path, importId]);
      const match = getOrInsert(matches, key, () => ({
        type: instance.type,
        answered,
        path,
        importId,
        arn: named(instance.arn),
        name: named(instance.name),
        instances: new Set<Managed>(),
        arguments: new Set<string>(),
      }));
      match.instances.add(instance);
      if (answered.argument !== undefined) match.arguments.add(answered.argument);
    }
  }
  return [...matches.values()];
}
