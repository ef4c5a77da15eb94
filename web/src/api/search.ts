import { useNavigate } from '@tanstack/react-router';

/** A text of the address; `?q=12` reads as a number there. */
export const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text;
};

/** One of some words; undefined for anything else that somebody wrote into the address. */
export const wordIn = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** A day of the address: `2026-01-31`. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Without the fields that say nothing, so that addresses stay short. */
export function withoutEmpty<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/**
 * Reads what a page takes of its address, and has it see nothing else: the router leaves what was not taken where it was, as somebody
 * wrote it there.
 */
export const taking =
  <Search extends object>(take: (raw: Record<string, unknown>) => Search) =>
  (raw: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...take(raw),
  });

/** Whether a list is narrowed by anything but these. */
export const isNarrowed = (search: object, ...but: readonly string[]): boolean =>
  Object.entries(search).some(([name, value]) => value !== undefined && !but.includes(name));

/** Narrows what a page shows by what is named; an empty text takes that back, and what is not named stays. */
export type Narrow<Search> = (changed: Partial<Record<keyof Search, string | undefined>>) => void;

/** Narrows the page that is open in its address, in the place of how it was before. */
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

/** Fields that narrow a list by what stands in the address, by their names there. */
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
