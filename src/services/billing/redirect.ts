import { AppError } from '../../base/errors.ts';

/** Characters that browsers drop or replace before they parse an address. */
const TRICKY = /[\s\\\p{Cc}]/u;

/** Returns the address as it was parsed and checked; undefined if it leads to another server. */
function sameOrigin(text: string, publicUrl: string): string | undefined {
  if (TRICKY.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, origin, username, password, href } = new URL(text);
  // A `blob:` address has the origin of the page that made it.
  const web = protocol === 'http:' || protocol === 'https:';
  return web && username === '' && password === '' && origin === new URL(publicUrl).origin ? href : undefined;
}

/**
 * The address that a payment page returns to. Throws 422 for anything but an absolute address on the public origin of
 * this server, so that no link that begins with the payment provider leads to another site.
 * @param name the field of the request that holds `value`
 * @param fallback the address, relative to the public one, if `value` is undefined
 */
export function redirectUrl(
  publicUrl: string,
  { name, value, fallback }: { name: string; value: string | undefined; fallback: string },
): string {
  const url = value === undefined ? new URL(fallback, publicUrl).href : sameOrigin(value, publicUrl);
  if (url !== undefined) return url;
  throw new AppError('invalid_input', 'Payment pages lead back to this server only: see errors.', {
    fields: [{ path: `/${name}`, message: `must be an address that begins with ${new URL(publicUrl).origin}/` }],
  });
}
