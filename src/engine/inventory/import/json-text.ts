import type { SchemaNode } from '../../../base/schema.ts';
import type { Value } from '../../../base/value.ts';
import { stable } from '../../value/stable.ts';

/**
 * Parses a text that is a non-empty JSON object or list. Undefined for other texts, and if numbers could lose digits.
 */
export function documentIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || /\d{16}/.test(text)) return undefined;
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && Object.keys(document).length > 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a document as Terraform's `jsonencode` does: sorted keys, no spaces, escaped HTML (Go's encoding/json). */
export const encodedDocument = (document: unknown): string =>
  stable(document as Value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** The same value, with each JSON text in it as `jsonencode` would write it. */
export function withEncodedDocuments(node: SchemaNode, value: Value): Value {
  if (typeof value === 'string') {
    const document = node.kind === 'string' ? documentIn(value) : undefined;
    return document === undefined ? value : encodedDocument(document);
  }
  if (node.kind === 'dynamic' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { element } = 'element' in node ? node : {};
    return element ? value.map((one) => withEncodedDocuments(element, one)) : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const inner = node.kind === 'object' ? node.members[name]?.node : 'element' in node ? node.element : undefined;
      return [name, inner ? withEncodedDocuments(inner, one) : one];
    }),
  );
}
