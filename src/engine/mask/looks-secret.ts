/** Names, locations, addresses, versions: words joined by punctuation. */
const SLUG = /^[a-z0-9]+(?:[-_.:/@][a-z0-9]+)*\/?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d[T ]/;

const has = (text: string, pattern: RegExp) => (pattern.test(text) ? 1 : 0);

/**
 * Whether a text that is marked or named as secret looks like one, so that it can be masked in other texts. Common values such as
 * `production`, `eu-west-1`, `db.internal` and `true` are marked at times.
 */
export function looksSecret(text: string): boolean {
  if (text.length < 8 || /^[\d.,:+-]+$/.test(text) || TIME.test(text) || text.startsWith('arn:')) return false;
  if (UUID.test(text)) return true;
  if (/[-_.:/@]/.test(text) && SLUG.test(text)) return false;
  if (/^https?:\/\/[^@\s]*$/.test(text) && !/[?#]/.test(text)) return false;
  const kinds = has(text, /[a-z]/) + has(text, /[A-Z]/) + has(text, /\d/) + has(text, /[^A-Za-z0-9\s]/);
  return kinds >= 3 || (kinds >= 2 && has(text, /\d/) === 1 && text.length >= 10);
}
