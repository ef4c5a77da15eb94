import { isObject } from '../../../base/json.ts';

/** Member names that lead from an answer to its elements. Each list on the path is expanded. */
export type Path = readonly string[];

/** An element of an answer, with the elements that enclose it, the nearest first. */
export type Element = { value: unknown; above: readonly unknown[] };

type Part =
  | { text: string }
  | {
      up: number;
      /** Alternatives: the first one that the element has is used. */
      paths: readonly Path[];
      after: string | undefined;
      /** A suffix to remove. */
      without: string | undefined;
      isArgument: boolean;
      /** A text before the value. If it is set, the element may lack the value. */
      optional: string | undefined;
    };
/** A text with placeholders for an element's values: `{RoleName}/{PolicyName}`. */
export type Template = readonly Part[];

/**
 * A condition on elements: `Engine=docdb`, `Engine=docdb|neptune`, `DBClusterIdentifier` (not empty), `!DBClusterIdentifier`; `*@` means a text
 * that contains `@`.
 */
export type Where = { path: Path; is: readonly string[] | undefined; holds: string | undefined; not: boolean };

export const readPath = (text: string): Path => text.split('.').filter((name) => name !== '');

const PART = /^\{(?:\?([^:]*):)?(\^*)(@?)([^#~}]*)(?:#([^~}]+))?(?:~([^}]+))?\}$/;

/**
 * Parses a template. `{a.b}` is a member of the element, `{a|b}` the first one that it has, `{}` the element itself,
 * `{^a}` a member of the enclosing element, `{@}` the argument of the list, `{a#/}` the part of a member after its last
 * `/`, `{a#@:}` the part after the argument and `:`, `{a~.}` a member without a `.` at its end, and `{?_:a}` a member
 * with `_` before it, or nothing if the element lacks it or its `#`.
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
  return { path: readPath(path), is: is?.split('|'), holds: part, not: not === '!' };
}

const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  // `''` comes from an empty XML element.
  return value === undefined || value === null || value === '' ? [] : [value];
};

/** The value at a path on which there are no lists. */
export function at(value: unknown, path: Path): unknown {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return here;
}

/** Parses a JSON document that an answer contains as text, such as a policy. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** All elements at a path; undefined if the answer lacks its first member and has other lists or objects instead. */
export function elementsOf(answer: unknown, path: Path): Element[] | undefined {
  const [first] = path;
  // An empty element of XML is an empty text.
  if (first !== undefined && (answer === null || typeof answer !== 'object'))
    return typeof answer === 'string' && answer.trim() === '' ? [] : undefined;
  if (first !== undefined && isObject(answer) && answer[first] === undefined)
    return Object.values(answer).some((value) => Array.isArray(value) || isObject(value)) ? undefined : [];
  let here: Element[] = asList(answer).map((value) => ({ value, above: [] }));
  for (const [index, name] of path.entries())
    here = here.flatMap(({ value, above }) => {
      // The answer itself does not count as an enclosing element.
      const around = index === 0 ? [] : [value, ...above];
      return asList(isObject(value) ? value[name] : undefined).map((one) => ({ value: opened(one), above: around }));
    });
  return here;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** Decodes octal escapes in domain names: Route 53 writes `*` as `\\052`. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The part of a text after its last `mark`; the whole text if it has none. */
function behind(text: string, mark: string): string {
  const index = text.lastIndexOf(mark);
  return index === -1 ? text : text.slice(index + mark.length);
}

function valueOf(part: Exclude<Part, { text: string }>, element: Element, argument?: string): string | undefined {
  const source = part.up === 0 ? element.value : element.above[part.up - 1];
  const found = part.isArgument ? argument : part.paths.map((path) => textOf(at(source, path))).find(Boolean);
  if (found === undefined || found === '') return undefined;
  const mark = part.after?.replace('@', () => argument ?? '');
  if (mark !== undefined && part.optional !== undefined && !found.includes(mark)) return undefined;
  const text = mark === undefined ? found : behind(found, mark);
  return part.without !== undefined && text.endsWith(part.without)
    ? unescaped(text.slice(0, -part.without.length))
    : text;
}

/** Fills a template with an element's values; undefined if the element lacks a required value. */
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

/** True if an element meets the condition. */
export function holds({ path, is, holds: part, not }: Where, { value }: Element): boolean {
  const text = textOf(at(value, path));
  const fits =
    is === undefined
      ? text !== undefined && text !== '' && text.includes(part ?? '')
      : text !== undefined && is.includes(text);
  return fits !== not;
}
