import { isObject, type Json } from '../../base/json.ts';
import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { Observed } from '../compare/stage.ts';
import { rootContext, stepInto, type Context } from './mask.ts';
import { MASK } from './shapes.ts';

/** Shorter texts stand in too many places by chance. */
const SHORTEST = 6;
/** A sensitive map may have any number of values; the longest tell most. */
const MOST = 500;

/** The texts of a resource that its schema or its state calls sensitive, longest first. */
export type Secrets = readonly string[];

function collect(node: SchemaNode | undefined, value: Value, context: Context, found: Set<string>): void {
  if (typeof value === 'string') {
    if (context.hidden && value.length >= SHORTEST) found.add(value);
  } else if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      const inner = node?.kind === 'tuple' ? node.elements[i] : node && 'element' in node ? node.element : undefined;
      collect(inner, one, stepInto(context, i, false), found);
    }
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      const member = node?.kind === 'object' && Object.hasOwn(node.members, key) ? node.members[key] : undefined;
      const inner = node?.kind === 'map' ? node.element : member?.node;
      collect(inner, one, stepInto(context, key, true, member), found);
    }
  }
}

/**
 * What is secret in these values of one resource: what the state says, what the cloud says. A provider may copy a secret to
 * where nothing calls it one: `tags` into `tags_all`, a password into a computed address, a value into the text of an error.
 */
export function secretsOf(schema: SchemaNode, values: Value[], sensitivePaths: readonly Path[]): Secrets {
  const found = new Set<string>();
  for (const value of values) collect(schema, value, rootContext(sensitivePaths), found);
  return [...found].sort((a, b) => b.length - a.length).slice(0, MOST);
}

/** The same of an instance that was observed. */
export function secretsOfObserved({ schema, outcome, instance }: Observed): Secrets {
  const values: Value[] = outcome.status === 'read' ? [outcome.before, outcome.live] : [outcome.before];
  return secretsOf(schema, values, instance.sensitivePaths);
}

/** The text without these secrets, wherever they stand in it. */
export function withoutSecrets(text: string, secrets: Secrets): string {
  return secrets.reduce((out, secret) => out.replaceAll(secret, MASK), text);
}

/** The same for all texts in a value, keys included. */
export function maskSecrets(value: Json, secrets: Secrets): Json {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((one) => maskSecrets(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([key, one]) => [withoutSecrets(key, secrets), maskSecrets(one, secrets)]);
  return Object.fromEntries(pairs) as Json;
}
