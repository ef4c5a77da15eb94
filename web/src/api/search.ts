import { useNavigate } from '@tanstack/react-router';

/** A text parameter of the URL. The router parses `?q=12` as a number. */
export const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text;
};

/** An enum parameter of the URL; undefined for an unknown value. */
export const wordIn = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A date parameter of the URL: `2026-01-31`. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Removes undefined and empty fields, to keep URLs short. */
export function withoutEmpty<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/**
 * A `validateSearch` that passes a page its known parameters only. The router merges its result into the raw
 * parameters, so unknown parameters are set to undefined.
 */
export const taking =
  <Search extends object>(take: (raw: Record<string, unknown>) => Search) =>
  (raw: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...take(raw),
  });

/** Whether any filter is set, except those in `but`. */
export const isNarrowed = (search: object, ...but: readonly string[]): boolean =>
  Object.entries(search).some(([name, value]) => value !== undefined && !but.includes(name));

/** Changes some filters of a page. An empty text clears a filter; filters that are not named stay. */
export type Narrow<Search> = (changed: Partial<Record<keyof Search, string | undefined>>) => void;

/** Changes the filters in the URL of the current page, and replaces its history entry. */
export function useNarrow<Search>({ resetScroll = true }: { resetScroll?: boolean } = {}): Narrow<Search> {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({
      to: '.',
      search: (before: object) => withoutEmpty({ ...before, ...changed }),
      replace: true,
      resetScroll,
    });
}

type Chosen<Search, Name extends keyof Search> = Extract<Search[Name], string> | '';

/** Props that bind a filter field to a parameter of the URL, by the parameter's name. */
export const narrowing = <Search extends object>(search: Search, narrow: Narrow<Search>) => ({
  /** For a `Choice`. */
  choice: <Name extends keyof Search>(name: Name) => ({
    value: (search[name] ?? '') as Chosen<Search, Name>,
    onChoose: (chosen: Chosen<Search, Name>) => narrow({ [name]: chosen } as Parameters<Narrow<Search>>[0]),
  }),
  /** For a `Chip`. */
  chip: (name: keyof Search) => ({
    value: search[name] as string | undefined,
    onRemove: () => narrow({ [name]: undefined } as Parameters<Narrow<Search>>[0]),
  }),
  /** For a `SearchField`. */
  text: (name: keyof Search) => ({
    value: String(search[name] ?? ''),
    onSearch: (text: string) => narrow({ [name]: text } as Parameters<Narrow<Search>>[0]),
  }),
});
