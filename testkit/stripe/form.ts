/** The object of a form with bracketed names: `line_items[0][price]=p` is `{line_items: {0: {price: 'p'}}}`. */
export type Form = { [name: string]: string | Form };

/** Reads a form-encoded body as Stripe does. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    let at = form;
    for (const step of path) at = (at[step] ??= {}) as Form;
    at[last] = value;
  }
  return form;
}

/** The text at a path; undefined if there is none. */
export function textAt(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const step of path) at = typeof at === 'object' ? at[step] : undefined;
  return typeof at === 'string' ? at : undefined;
}
