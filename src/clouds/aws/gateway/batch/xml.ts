import { unescapeXml } from '../call/encoding.ts';

/** An element of a document; its text is cut out only on demand. */
export type Xml = { name: string; document: string; start: number; end: number; from: number; to: number };

const NOTHING_INSIDE = /^<(?:\?|!--|!\[CDATA\[|!)/;
const ENDS: Readonly<Record<string, string>> = { '<?': '?>', '<!--': '-->', '<![CDATA[': ']]>', '<!': '>' };

/** Where a tag ends that begins at `at`: behind its `>`, which may also stand in the value of an attribute. */
function tagEnd(text: string, at: number): number {
  let quote = '';
  for (let i = at; i < text.length; i++) {
    const char = text[i] ?? '';
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return i + 1;
  }
  throw new SyntaxError('An XML tag does not end.');
}

/** The elements between two places, without those inside of them. Throws a `SyntaxError` for what is not well-formed. */
function elements(document: string, from: number, to: number): Xml[] {
  const result: Xml[] = [];
  const open: Xml[] = [];
  for (let at = document.indexOf('<', from); at !== -1 && at < to; at = document.indexOf('<', at)) {
    const idle = NOTHING_INSIDE.exec(document.slice(at, at + 9))?.[0];
    if (idle !== undefined) {
      const end = ENDS[idle] ?? '>';
      const closed = document.indexOf(end, at + idle.length);
      if (closed === -1) throw new SyntaxError('A part of an XML document does not end.');
      at = closed + end.length;
      continue;
    }
    const end = tagEnd(document, at);
    const empty = document[end - 2] === '/';
    if (document[at + 1] === '/') {
      const name = document.slice(at + 2, end - 1).trim();
      const element = open.pop();
      if (element?.name !== name) throw new SyntaxError('XML tags are not paired.');
      Object.assign(element, { to: at, end });
      if (open.length === 0) result.push(element);
    } else {
      const name = /^[^\s/>]+/.exec(document.slice(at + 1, end))?.[0] ?? '';
      const element = { name, document, start: at, end, from: end, to: end };
      if (!empty) open.push(element);
      else if (open.length === 0) result.push(element);
    }
    at = end;
  }
  if (open.length > 0) throw new SyntaxError('An XML element does not end.');
  return result;
}

/** The root of a document. Throws a `SyntaxError` where there is not exactly one. */
export function parseXml(document: string): Xml {
  const [root, second] = elements(document, 0, document.length);
  if (root === undefined || second !== undefined) throw new SyntaxError('Not an XML document.');
  return root;
}

export const kids = (xml: Xml): Xml[] => elements(xml.document, xml.from, xml.to);

/** The first element on a way of names from this one; undefined where there is none. */
export function at(xml: Xml | undefined, ...names: readonly string[]): Xml | undefined {
  const [first, ...rest] = names;
  if (xml === undefined || first === undefined) return xml;
  return at(
    kids(xml).find(({ name }) => name === first),
    ...rest,
  );
}

/** All elements at the end of a way of names: `associationSet item subnetId`. */
export function all(xml: Xml, names: readonly string[]): Xml[] {
  const [first, ...rest] = names;
  if (first === undefined) return [xml];
  return kids(xml)
    .filter(({ name }) => name === first)
    .flatMap((kid) => all(kid, rest));
}

export const outer = (xml: Xml): string => xml.document.slice(xml.start, xml.end);
export const inner = (xml: Xml): string => xml.document.slice(xml.from, xml.to);

/** The text of an element without child elements. */
export const textOf = (xml: Xml): string => unescapeXml(inner(xml));

/** The text at the end of a way of names; undefined where there is none. */
export function textAt(xml: Xml, ...names: readonly string[]): string | undefined {
  const result = at(xml, ...names);
  return result && textOf(result);
}

/** The element with other content. */
export function withInner(xml: Xml, content: string): string {
  const tag = xml.document.slice(xml.start, xml.from === xml.end ? xml.end : xml.from).replace(/\s*\/>$/, '>');
  return `${tag}${content}</${xml.name}>`;
}

/** The document with other content in one of its elements. */
export function documentWith(xml: Xml, content: string): string {
  return xml.document.slice(0, xml.start) + withInner(xml, content) + xml.document.slice(xml.end);
}
