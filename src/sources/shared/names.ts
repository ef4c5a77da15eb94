/**
 * The prefix of exactly the names that begin with both `one` and `other`; undefined where no name does. A source with a
 * prefix that is narrowed further lists these.
 */
export function commonRange(one: string, other: string): string | undefined {
  if (one.startsWith(other)) return one;
  return other.startsWith(one) ? other : undefined;
}

/** A path for a URL, with each segment encoded. */
export const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** An address without trailing slashes. */
export const trimmed = (address: string): string => address.replace(/\/+$/, '');
