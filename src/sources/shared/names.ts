/**
 * The prefix of exactly those names that begin with both `one` and `other`; undefined where no name can. A source that limits its
 * states, narrowed further, lists these.
 */
export function commonRange(one: string, other: string): string | undefined {
  if (one.startsWith(other)) return one;
  return other.startsWith(one) ? other : undefined;
}

/** Each segment of a path, as URLs write it. */
export const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** An address without the slashes at its end. */
export const trimmed = (address: string): string => address.replace(/\/+$/, '');
