import { isObject } from '../../../base/json.ts';

/** Names of members from an answer to its elements; lists on the way are gone through. */
export type Path = readonly string[];

/** An element of an answer, with the elements that it lies in, the nearest first. */
export type Element = { value: unknown; above: readonly unknown[] };

type Part =
  | { text: string }
  | {
      up: number;
      /** The first of these that the element has. */
      paths: readonly Path[];
      after: string | undefined;
      /** What is taken off its end. */
      without: string | undefined;
      isArgument: boolean;
      /** Stands before the value, which may be absent then. */
      optional: string | undefined;
    };
/** A text with values of an element in it: `{RoleName}/{PolicyName}`. */
export type Template = readonly Part[];

/** What elements have to have: `Engine=docdb`, `DBClusterIdentifier`, `!DBClusterIdentifier`; `*@` is a text with `@` in it. */
export type Where = { path: Path; is: string | undefined; holds: string | undefined; not: boolean };

export const readPath = (text: string): Path => text.split('.').filter((name) => name !== '');

const PART = /^\{(?:\?([^:]*):)?(\^*)(@?)([^#~}]*)(?:#([^~}]+))?(?:~([^}]+))?\}$/;

/**
 * Reads a template. `{a.b}` is a member of the element, `{a|b}` the first that it has, `{}` the element itself, `{^a}` a member of the one that it lies
 * in, `{@}` the id that the list was asked with, `{a#/}` what stands behind the last `/` of a member, `{a~.}` a member without `.` at its end, and
 * `{?_:a}` a member with `_` before it, if the element has one.
 */
export function readTemplate(text: string): Template {
  return text
    .split(/(\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, optional, ups, argument, path, after, without] = PART.exec(part) ?? [];
      if (path === undefined) return { text: part };
      const paths = path.split('|').map(readPath);
      return { up: ups?.length ?? 0, paths, after, without, isArgument: argument === '@', optional };
    });
}

export function readWhere(text: string): Where {
  const [, not, path = '', is, part] = /^(!?)([^=*]*)(?:=(.*)|\*(.*))?$/.exec(text) ?? [];
  return { path: readPath(path), is, holds: part, not: not === '!' };
}

const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  // An empty element of XML.
  return value === undefined || value === null || value === '' ? [] : [value];
};

/** The value at the end of a path without lists. */
export function at(value: unknown, path: Path): unknown {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return here;
}

/** A document that stands in an answer as text: a policy. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** All elements at the end of a path; undefined where the answer has no such member, and others in its place. */
export function elementsOf(answer: unknown, path: Path): Element[] | undefined {
  const [first] = path;
  if (first !== undefined && isObject(answer) && answer[first] === undefined)
    return Object.values(answer).some((value) => Array.isArray(value) || isObject(value)) ? undefined : [];
  let here: Element[] = asList(answer).map((value) => ({ value, above: [] }));
  for (const [index, name] of path.entries())
    here = here.flatMap(({ value, above }) => {
      // The answer itself is none of the elements.
      const around = index === 0 ? [] : [value, ...above];
      return asList(isObject(value) ? value[name] : undefined).map((one) => ({ value: opened(one), above: around }));
    });
  return here;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Names of domains with their letters: Route 53 writes `*` as `\\052`. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** What stands behind the last `mark` of a text; all of it where there is none. */
function behind(text: string, mark: string): string {
  const index = text.lastIndexOf(mark);
  return index === -1 ? text : text.slice(index + mark.length);
}

function valueOf(part: Exclude<Part, { text: string }>, element: Element, argument?: string): string | undefined {
  const source = part.up === 0 ? element.value : element.above[part.up - 1];
  const found = part.isArgument ? argument : part.paths.map((path) => textOf(at(source, path))).find(Boolean);
  if (found === undefined || found === '') return undefined;
  const text = part.after === undefined ? found : behind(found, part.after);
  return part.without !== undefined && text.endsWith(part.without)
    ? unescaped(text.slice(0, -part.without.length))
    : text;
}

/** The text of a template for an element; undefined where the element lacks a part of it. */
export function fill(template: Template, element: Element, argument?: string): string | undefined {
  let filled = '';
  for (const part of template) {
    if ('text' in part) {
      filled += part.text;
      continue;
    }
    const text = valueOf(part, element, argument);
    if (text === undefined && part.optional === undefined) return undefined;
    if (text !== undefined) filled += `${part.optional ?? ''}${text}`;
  }
  return filled;
}

/** Whether an element is one of those that are meant. */
export function holds({ path, is, holds: part, not }: Where, { value }: Element): boolean {
  const text = textOf(at(value, path));
  const fits = is === undefined ? text !== undefined && text !== '' && text.includes(part ?? '') : text === is;
  return fits !== not;
}
