import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, visit, type Document, type Node } from 'yaml';
import { isObject } from '../../base/json.ts';
import type { IgnoreRule, SourcedRule } from '../../engine/ignore/ignore.ts';
import type { NamedState } from '../../engine/mapping/types.ts';
import { ruleProblems, unknownFields, type Problem } from '../ignore-rules/rule-fields.ts';
import { stateProblems } from './state-fields.ts';

/** The content of a `.plumbline.yml`. */
export type RepositoryConfig = { ignore: SourcedRule[]; states: NamedState[] };

/** A problem of the file with its line and column, counted from 1. */
export type FileProblem = { line: number; column: number; message: string };

/** Limits of bytes, nesting and rules: a larger file is a mistake, or an attack. */
const MAX_BYTES = 128 * 1024;
const MAX_DEPTH = 8;
const MAX_RULES = 200;
/** The maximal number of reported problems. */
const MAX_PROBLEMS = 100;

type PositionOf = (path: Problem['path']) => { line: number; column: number };

/** Returns a function from a path to its position: that of a field's name, or of a list's element. */
function positionsIn(document: Document, lines: LineCounter): PositionOf {
  const at = (node: Node | null | undefined) => {
    const { line, col } = lines.linePos(node?.range?.[0] ?? 0);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  return (path) => {
    let node: unknown = document.contents;
    let named: unknown = node;
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        named = pair?.key;
        node = pair?.value;
      } else if (isSeq(node)) named = node = node.items[Number(step)];
    }
    return at((named ?? node ?? document.contents) as Node | null);
  };
}

/** Finds features of YAML that this file may not use: aliases, tags, deep nesting. */
function forbidden(document: Document): { node: Node; message: string } | undefined {
  let found: { node: Node; message: string } | undefined;
  visit(document, {
    Node(_, node, ancestors) {
      if (isAlias(node)) found = { node, message: 'aliases (*name) are not taken; write it out' };
      else if (node.tag !== undefined && !(isScalar(node) && node.tag.startsWith('tag:yaml.org,2002:')))
        found = { node, message: `tags (${node.tag}) are not taken` };
      else if (ancestors.length > MAX_DEPTH * 2) found = { node, message: 'this is nested too deep' };
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

/** The repeated keys of maps. */
function repeated(document: Document): { pos: [number, number]; message: string }[] {
  const found: { pos: [number, number]; message: string }[] = [];
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (known.has(key.value)) found.push({ pos: [at, at], message: 'Map keys must be unique' });
        known.add(key.value);
      }
    },
  });
  return found;
}

function contentProblems(content: unknown): Problem[] {
  if (!isObject(content)) return [{ path: [], message: 'the file needs at least "version: 1"' }];
  const { version, ignore, states } = content;
  const problems = unknownFields(content, ['version', 'states', 'ignore'], []);
  if (version !== 1) problems.push({ path: ['version'], message: 'version has to be 1' });
  problems.push(...stateProblems(states));
  if (ignore === undefined || ignore === null) return problems;
  if (!Array.isArray(ignore)) return [...problems, { path: ['ignore'], message: 'ignore has to be a list of rules' }];
  if (ignore.length > MAX_RULES)
    return [...problems, { path: ['ignore'], message: `there are more than ${MAX_RULES} rules` }];
  const ids = ignore.map((rule: unknown) => (isObject(rule) ? rule.id : undefined));
  return [
    ...problems,
    ...ignore.flatMap((rule: unknown, i) => ruleProblems(rule, ['ignore', i])),
    ...ids.flatMap((id, i): Problem[] =>
      id !== undefined && ids.indexOf(id) < i
        ? [{ path: ['ignore', i, 'id'], message: 'this id stands in the list before' }]
        : [],
    ),
  ];
}

/**
 * Parses a `.plumbline.yml`, or returns up to a hundred problems with their lines; a file with a mistake has no effect
 * at all. Rules without an id are named by their position: `rule-1`.
 */
export function parseRepositoryConfig(text: string): { config: RepositoryConfig } | { problems: FileProblem[] } {
  const first = (message: string) => ({ problems: [{ line: 1, column: 1, message }] });
  if (Buffer.byteLength(text) > MAX_BYTES)
    return first(`the file is larger than ${MAX_BYTES / 1024} KB; one rule with a * says as much as many without`);
  const lines = new LineCounter();
  const problemAt = (at: number, message: string): FileProblem => {
    const { line, col } = lines.linePos(at);
    return { line, column: col, message };
  };
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    merge: false,
    // `repeated` finds these in linear time; the library compares each key with all before it.
    uniqueKeys: false,
    prettyErrors: false,
    // Otherwise the library warns on stderr about a key that is a map, and quotes the file's content.
    logLevel: 'error',
  });
  const [document, more] = Array.isArray(documents) ? documents : [];
  if (!document) return first('the file is empty; it needs at least "version: 1"');
  if (more)
    return {
      problems: [{ ...lines.linePos(more.range[0]), column: 1, message: 'there is a second document in the file' }],
    };
  const wrong = [...document.errors, ...document.warnings];
  const broken = wrong.length > 0 ? wrong : repeated(document);
  if (broken.length > 0)
    return {
      problems: broken.slice(0, MAX_PROBLEMS).map(({ message, pos: [at] }) => problemAt(at, message)),
    };
  const found = forbidden(document);
  if (found) return { problems: [problemAt(found.node.range?.[0] ?? 0, found.message)] };
  const given: unknown = document.toJS({ maxAliasCount: 0 });
  const positionOf = positionsIn(document, lines);
  const problems = contentProblems(given).slice(0, MAX_PROBLEMS);
  if (problems.length > 0)
    return {
      problems: problems
        .map(({ path, message }) => ({ ...positionOf(path), message }))
        .toSorted((a, b) => a.line - b.line || a.column - b.column),
    };
  const { ignore, states } = given as { ignore?: IgnoreRule[] | null; states?: NamedState[] | null };
  const rules = (ignore ?? []).map((rule, i): SourcedRule => ({
    ...rule,
    id: rule.id ?? `rule-${i + 1}`,
    source: 'file',
  }));
  return { config: { ignore: rules, states: states ?? [] } };
}
