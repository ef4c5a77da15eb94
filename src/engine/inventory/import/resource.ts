import { isObject } from '../../../base/json.ts';
import type { ObjectNode, SchemaNode } from '../../../base/schema.ts';
import type { Path, Value } from '../../../base/value.ts';
import { nodeOfTypeJson } from '../../../base/cty-type.ts';
import { maskValue, sensitiveDepth } from '../../mask/mask.ts';
import type { Expression, Item } from '../../model/configuration.ts';
import { elements, fieldOf, fields } from '../../value/canonical.ts';
import { hasContent } from './draft.ts';
import { callOf, listOf, objectOf, quote } from './hcl.ts';
import { documentIn, encodedDocument } from './json-text.ts';

/** Returns the name of the variable for a secret, given its path and schema. */
export type VariableFor = (path: Path, node: SchemaNode) => string;

type Writing = { schema: ObjectNode; config: Value; variableFor: VariableFor };

/** True if a value must not be written: it is secret by its schema or its name, or it looks like a secret. */
function isSecret({ schema, config }: Writing, path: Path, value: Value): boolean {
  if (sensitiveDepth({ schema, path, sensitivePaths: [] }) !== undefined) return true;
  if (typeof value !== 'string') return false;
  return maskValue(value, { schema, path, sensitivePaths: [], whole: config }).masked;
}

const numberText = (value: number | bigint | string): string => String(value);

/** A JSON value as an expression. Its texts contain no active interpolations. */
export function literal(value: unknown): Expression {
  if (Array.isArray(value)) return listOf(value.map(literal));
  if (isObject(value))
    return objectOf(
      Object.keys(value)
        .toSorted()
        .map((name) => [name, literal(value[name])]),
    );
  return [typeof value === 'string' ? quote(value) : String(value)];
}

/** A text as an expression. JSON that `jsonencode` writes identically becomes a call of `jsonencode`. */
function textOf(text: string): Expression {
  const document = documentIn(text);
  return document !== undefined && encodedDocument(document) === text
    ? callOf('jsonencode', literal(document))
    : [quote(text)];
}

function expression(writing: Writing, node: SchemaNode, value: Value, path: Path): Expression {
  if (value === null || typeof value === 'symbol') return ['null'];
  if (isSecret(writing, path, value)) return [`var.${writing.variableFor(path, node)}`];
  switch (node.kind) {
    case 'string':
      return textOf(typeof value === 'string' ? value : JSON.stringify(value));
    case 'bool':
      return [value === true ? 'true' : 'false'];
    case 'number':
      return [numberText(value as number | bigint | string)];
    case 'list':
    case 'set':
      return listOf(elements(value).map((one, i) => expression(writing, node.element, one, [...path, i])));
    case 'tuple':
      return listOf(
        elements(value).map((one, i) => expression(writing, node.elements[i] ?? { kind: 'string' }, one, [...path, i])),
      );
    case 'map':
      return objectOf(
        Object.entries(fields(value)).map(([name, one]) => [
          name,
          expression(writing, node.element, one, [...path, name]),
        ]),
      );
    case 'object':
      return objectOf(
        Object.entries(node.members).flatMap(([name, member]) => {
          const one = fieldOf(fields(value), name);
          // A plain object type needs all its fields; a nested one may omit attributes.
          if (one === null && member.role === 'attribute') return [];
          return [[name, expression(writing, member.node, one, [...path, name])] as const];
        }),
      );
    case 'dynamic': {
      const [type, inner] = elements(value);
      return typeof type === 'string' ? expression(writing, nodeOfTypeJson(type), inner ?? null, path) : ['null'];
    }
  }
}

/** The blocks of one type. */
function blocks(writing: Writing, type: string, node: SchemaNode, value: Value, path: Path): Item[] {
  if (node.kind === 'object') return [{ kind: 'block', type, labels: [], body: bodyOf(writing, node, value, path) }];
  if (!('element' in node) || node.element.kind !== 'object') return [];
  const { element } = node;
  if (node.kind === 'map')
    return Object.entries(fields(value)).map(([label, one]) => ({
      kind: 'block',
      type,
      labels: [label],
      body: bodyOf(writing, element, one, [...path, label]),
    }));
  return elements(value).map((one, i) => ({
    kind: 'block',
    type,
    labels: [],
    body: bodyOf(writing, element, one, [...path, i]),
  }));
}

function bodyOf(writing: Writing, node: ObjectNode, value: Value, path: Path): Item[] {
  return Object.entries(node.members).flatMap(([name, member]): Item[] => {
    const one = fieldOf(fields(value), name);
    if (one === null) return [];
    const at = [...path, name];
    if (member.role === 'block') return hasContent(one) ? blocks(writing, name, member.node, one, at) : [];
    return [{ kind: 'attribute', name, value: expression(writing, member.node, one, at) }];
  });
}

/** The body of a resource block for a configuration. It refers to variables for secrets, and contains no secret. */
export const resourceBody = (schema: ObjectNode, config: Value, variableFor: VariableFor): Item[] =>
  bodyOf({ schema, config, variableFor }, schema, config, []);
