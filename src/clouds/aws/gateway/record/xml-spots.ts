import { unescapeXml } from '../call/encoding.ts';
import type { Spotted } from './spotted.ts';

/** Comments and instructions, tags, and texts. */
const TOKEN = /<[!?][^>]*>|<(\/?)([\w:.-]+)[^>]*?(\/?)>|[^<]+/g;

type Element = { name: string; children: [string, Spotted][]; text: Spotted };

/** Parses XML, with the positions of its texts in characters. Adjacent elements of one name are a list. */
export function spotsOfXml(text: string): Spotted {
  const root: Element = { name: '', children: [], text: undefined };
  const open = [root];
  for (const token of text.matchAll(TOKEN)) {
    const [whole, closing, name, alone] = token;
    const here = open.at(-1) ?? root;
    if (name === undefined) {
      if (!whole.startsWith('<') && whole.trim() !== '')
        here.text = { leaf: { text: unescapeXml(whole), start: token.index, end: token.index + whole.length } };
    } else if (closing === '/') {
      if (open.length > 1) open.pop();
      open.at(-1)?.children.push([here.name, spottedOf(here)]);
    } else if (alone === '/') here.children.push([name, undefined]);
    else open.push({ name, children: [], text: undefined });
  }
  return spottedOf(root);
}

function spottedOf({ children, text }: Element): Spotted {
  if (children.length === 0) return text;
  const members = new Map<string, Spotted>();
  for (const [name, list] of Map.groupBy(children, ([one]) => one)) {
    const values = list.map(([, value]) => value);
    members.set(name, values.length === 1 ? values[0] : { list: values });
  }
  return { members };
}
