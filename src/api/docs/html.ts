/** Text that is HTML already, so that it is not escaped again. */
export type Html = { readonly html: string };

type Part = Html | string | number | undefined | readonly Part[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function partText(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(partText).join('');
  if (typeof part === 'object') return (part as Html).html;
  return String(part).replace(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

/** HTML from a template. Whatever is put in is escaped, unless it was made by this itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.map((text, i) => text + partText(parts[i])).join('') };
}

/** A description as it stands in the document: paragraphs, and `code` in backticks. */
export function prose(text: string | undefined): Html {
  const inline = (line: string) => line.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${(text ?? '')
    .split(/\n\n+/)
    .filter((each) => each !== '')
    .map((each) => html`<p>${inline(each)}</p>`)}`;
}
