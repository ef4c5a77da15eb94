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

/** A piece of text in rendered Markdown, with the type of its node and the types of the nodes around it. */
export type Piece = { type: string; text: string; inside: readonly string[] };

const CODE = new Set(['code', 'inlineCode']);

/** All pieces of a document in GitHub-flavoured Markdown, including tables, bare links and footnotes. */
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

/**
 * Pieces outside of code that contain one of the texts. A code host may turn such text into a link, a mention, or HTML.
 */
export function outsideCode(of: readonly Piece[], ...texts: string[]): Piece[] {
  return of.filter(({ type, text }) => !CODE.has(type) && texts.some((one) => text.includes(one)));
}

/**
 * The active parts of a document: links, images, HTML, headings, mentions, references to issues and commits, emoji,
 * formulas. They are the same in two documents that differ only in the names of resources.
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

/** Plain text that GitHub links beyond its Markdown grammar: docs.github.com, "Autolinked references". */
const ALIVE =
  /@[\w-]+(?:\/[\w-]+)?|(?:[\w-]+\/[\w.-]+)?#\d+|\bGH-\d+|\b[0-9a-f]{7,40}\b|:[a-z0-9_+-]+:|\$[^$\s][^$]*\$|https?:\/\/\S+|www\.\S+/g;
