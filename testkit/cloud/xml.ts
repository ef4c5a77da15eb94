/** The content of an element: text, children by name, or an array for a repeated element. `undefined` is left out. */
export type Xml = string | number | boolean | undefined | XmlChildren;
export type XmlChildren = { [name: string]: Xml | Xml[] };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  // Control characters become character references, as in S3: a carriage return in a key must survive the parser.
  return text.replace(/[&<>"\p{Cc}]/gu, (c) => ENTITIES[c] ?? `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`);
}

function element(name: string, content: Xml, attributes = ''): string {
  if (content === undefined) return '';
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .flatMap(([child, value]) => (Array.isArray(value) ? value : [value]).map((one) => element(child, one)))
          .join('')
      : escaped(String(content));
  return `<${name}${attributes}>${inner}</${name}>`;
}

/** An XML document with one root element, optionally in a namespace. */
export function xmlDocument(root: string, content: Xml, namespace?: string): string {
  const attributes = namespace === undefined ? '' : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content, attributes)}`;
}
