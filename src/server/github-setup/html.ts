/** HTML that must not be escaped again. */
export type Html = { readonly html: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => ESCAPES[one] ?? one);

/** HTML from a template. Escapes inserted texts, but not the `Html` that this function returned. */
export function html(texts: TemplateStringsArray, ...parts: (Html | string)[]): Html {
  const inner = parts.map((part) => (typeof part === 'string' ? escaped(part) : part.html));
  return { html: String.raw({ raw: texts }, ...inner) };
}
