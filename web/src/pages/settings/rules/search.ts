import { textIn, withoutEmpty, wordIn } from '../../../api/search.ts';

const FIELDS = ['address', 'type', 'attribute', 'state', 'name', 'tag', 'reason'] as const;

/** The initial fields of a new rule from a link's URL. Only texts are accepted: anybody may have written the URL. */
export function rulesSearch({ rule }: Record<string, unknown>) {
  const given = typeof rule === 'object' && rule !== null ? (rule as Record<string, unknown>) : {};
  const texts = FIELDS.map((field) => [field, textIn(given[field])] as const);
  const wanted = withoutEmpty({
    ...(Object.fromEntries(texts) as Record<(typeof FIELDS)[number], string | undefined>),
    kind: wordIn(['unmanaged'], given.kind),
  });
  return withoutEmpty({ rule: Object.keys(wanted).length > 0 ? wanted : undefined });
}
