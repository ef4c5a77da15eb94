import { unescapeXml } from '../call/encoding.ts';

/** An element of a document; its text is cut out only on demand. */
export type Xml = {
  name: string;
  document: string;
  start: number;
  end: number;
  from: number;
  to: number;
  kids: readonly Xml[];
};

const NOTHING_INSIDE = /<(?:\?|!--|!\[CDATA\[|!)/y;
const ENDS: Readonly<Record<string, string>> = { '<?': '?>', '<!--': '-->', '<![CDATA[': ']]>', '<!': '>' };

/**
 * A tag up to its `>`, which may also occur in an attribute's value. Each part of the pattern starts with characters
 * that the part before it cannot match: a missing `>` is found in one pass.
 */
const TAG = /<\/?([^\s/>"']*)(?:[\s/][^"'>]*)?(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The root of a document. Throws a `SyntaxError` where it is not well-formed, or has no single root. */
export function parseXml(document: string): Xml {
  const roots: Xml[] = [];
  const open: (Xml & { kids: Xml[] })[] = [];
  for (let at = document.indexOf('<'); at !== -1; at = document.indexOf('<', at)) {
    const idle = matchAt(NOTHING_INSIDE, document, at)?.[0];
    if (idle !== undefined) {
      const end = ENDS[idle] ?? '>';
      const closed = document.indexOf(end, at + idle.length);
      if (closed === -1) throw new SyntaxError('A part of an XML document does not end.');
      at = closed + end.length;
      continue;
    }
    const tag = matchAt(TAG, document, at);
    if (tag === null) throw new SyntaxError('An XML tag does not end.');
    const [{ length }, name = ''] = tag;
    const end = at + length;
    if (document[at + 1] === '/') {
      const element = open.pop();
      if (element?.name !== name) throw new SyntaxError('XML tags are not paired.');
      Object.assign(element, { to: at, end });
    } else {
      const element = { name, document, start: at, end, from: end, to: end, kids: [] };
      (open.at(-1)?.kids ?? roots).push(element);
      if (document[end - 2] !== '/') open.push(element);
    }
    at = end;
  }
  if (open.length > 0) throw new SyntaxError('An XML element does not end.');
  const [root, second] = roots;
  if (root === undefined || second !== undefined) throw new SyntaxError('Not an XML document.');
  return root;
}

export const kids = (xml: Xml): readonly Xml[] => xml.kids;

/** The first element at a path of names below this one; undefined where there is none. */
export function at(xml: Xml | undefined, ...names: readonly string[]): Xml | undefined {
  const [first, ...rest] = names;
  if (xml === undefined || first === undefined) return xml;
  return at(
    kids(xml).find(({ name }) => name === first),
    ...rest,
  );
}

/** All elements at a path of names: `associationSet item subnetId`. */
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

/** The text of the first element at a path of names; undefined where there is none. */
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
