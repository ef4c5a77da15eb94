import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Makes anchors of headings like code hosts do: repeated ones get a number. */
function anchors(): (heading: string) => string {
  const taken = new Set<string>();
  return (heading) => {
    const text = heading.replaceAll(/<[^>]*>/g, '').toLowerCase();
    // Drops entities of the markup, too: they do not stand for letters.
    const slug = text
      .replaceAll(/&\w+;/g, '')
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; taken.has(anchor); n++) anchor = `${slug}-${n}`;
    taken.add(anchor);
    return anchor;
  };
}

/** The address of a link in a document; undefined for files that only the repository has. */
function addressOf(link: string, isServed: (name: string) => boolean): string | undefined {
  if (/^(?:https?:|#)/.test(link)) return link;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  return isServed(name) ? `/docs/${name}${anchor}` : undefined;
}

/** A document as HTML: its tags are shown as text, and only links to the web stay. */
function bodyOf(markdown: string, isServed: (name: string) => boolean): string {
  const anchorOf = anchors();
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, text: string) => {
      return `<h${level} id="${anchorOf(text)}">${text}</h${level}>`;
    })
    .replaceAll(/<img [^>]*>/g, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, link: string, text: string) => {
      const address = addressOf(link, isServed);
      return address === undefined ? text : `<a href="${address}">${text}</a>`;
    })
    .replaceAll(/<(table|pre)>.*?<\/\1>/gs, (block) => `<div class="wide" tabindex="0">${block}</div>`);
}

/**
 * A document as a page: `markdown` is its text, `isServed` decides which documents links may lead to. Works without
 * scripts and without resources that the page's policy forbids.
 */
export function docPage(markdown: string, isServed: (name: string) => boolean): string {
  const body = bodyOf(markdown, isServed);
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? 'Documentation';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Plumbline</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/pages.css" />
  </head>
  <body>
    <nav aria-label="Documentation"><a href="/">Plumbline</a> <a href="/docs/index">Documentation</a> <a href="/docs">API reference</a></nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

/** The style of these pages. */
export const DOC_STYLE = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
body { margin: 0; background: light-dark(#f5f6f8, #101216); color: light-dark(#181b21, #e9ebef); overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0.75rem 1rem; border-bottom: 1px solid light-dark(#d5d9e0, #323843); }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
a { color: light-dark(#2f3fb3, #a3b0ff); }
h1, h2, h3 { line-height: 1.25; }
code, pre { font: 0.9em/1.5 ui-monospace, 'SF Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
code { padding: 0 0.25em; border-radius: 4px; background: light-dark(#e6e8ec, #21252d); }
.wide { overflow-x: auto; margin: 1rem 0; overflow-wrap: normal; }
pre { margin: 0; padding: 0.75rem 1rem; border-radius: 8px; background: light-dark(#e6e8ec, #21252d); width: max-content; min-width: 100%; box-sizing: border-box; }
pre code { padding: 0; background: none; }
table { border-collapse: collapse; }
th, td { padding: 0.35rem 0.75rem; border: 1px solid light-dark(#d5d9e0, #323843); text-align: start; vertical-align: top; min-width: 6rem; }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid light-dark(#7d8694, #6f7988); }
`;
