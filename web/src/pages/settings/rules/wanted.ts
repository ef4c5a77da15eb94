const FIELDS = ['address', 'type', 'attribute', 'state', 'reason'] as const;

/** The fields of a new rule that a link may fill. */
export type WantedRule = Partial<Record<(typeof FIELDS)[number], string>>;

/** The rule of an address that anybody may have written: texts alone; undefined where it names nothing. */
export function wantedRule(given: unknown): WantedRule | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const texts = FIELDS.flatMap((field) => {
    const value: unknown = (given as Record<string, unknown>)[field];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
