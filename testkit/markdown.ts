import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Node = {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  title?: string | null;
  label?: string | null;
  identifier?: string;
  lang?: string | null;
  meta?: string | null;
  children?: Node[];
};

/** What a code host makes of Markdown: each piece of text with the kind of node that it is shown by, and what it is in. */
export type Piece = { type: string; text: string; inside: readonly string[] };

const CODE = new Set(['code', 'inlineCode']);

/** All pieces of a document as GitHub-flavoured Markdown reads it, tables, bare links and footnotes included. */
export function pieces(markdown: string): Piece[] {
  const found: Piece[] = [];
  const visit = (node: Node, inside: readonly string[]): void => {
    const texts = [node.value, node.url, node.alt, node.title, node.label, node.identifier, node.lang, node.meta];
    const text = texts.filter((one) => typeof one === 'string').join('\n');
    if (text !== '' || node.children === undefined) found.push({ type: node.type, text, inside });
    for (const child of node.children ?? []) visit(child, [...inside, node.type]);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), []);
  return found;
}

/** Pieces that hold one of the texts and are no code: there a code host may make a link, a mention, or HTML of it. */
export function outsideCode(of: readonly Piece[], ...texts: string[]): Piece[] {
  return of.filter(({ type, text }) => !CODE.has(type) && texts.some((one) => text.includes(one)));
}

/**
 * What the document does but say something: links, images, HTML, headings, mentions, references to issues and commits,
 * emoji, formulas. Two documents that differ in nothing but what resources are called have the same.
 */
export function deeds(of: readonly Piece[]): string[] {
  return of.flatMap(({ type, text, inside }) => {
    if (
      [
        'link',
        'image',
        'html',
        'definition',
        'footnoteDefinition',
        'footnoteReference',
        'linkReference',
        'imageReference',
      ].includes(type)
    )
      return [`${type}: ${text}`];
    if (type !== 'text') return [];
    const alive = text.match(ALIVE) ?? [];
    return [...(inside.includes('heading') ? [`heading: ${text}`] : []), ...alive.map((one) => `text: ${one}`)];
  });
}

/** What GitHub makes more of in plain text, beyond what its grammar of Markdown says: docs.github.com, "Autolinked references". */
const ALIVE =
  /@[\w-]+(?:\/[\w-]+)?|(?:[\w-]+\/[\w.-]+)?#\d+|\bGH-\d+|\b[0-9a-f]{7,40}\b|:[a-z0-9_+-]+:|\$[^$\s][^$]*\$|https?:\/\/\S+|www\.\S+/g;
