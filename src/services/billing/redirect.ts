import { AppError } from '../../base/errors.ts';

/** Characters that browsers drop or replace before they parse an address. */
const TRICKY = /[\s\\\p{Cc}]/u;

/** Returns the address as it was parsed and checked. Undefined where it leads to another server. */
function sameOrigin(text: string, publicUrl: string): string | undefined {
  if (TRICKY.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, origin, username, password, href } = new URL(text);
  // The origin of a blob: address is that of the page it was made by.
  const web = protocol === 'http:' || protocol === 'https:';
  return web && username === '' && password === '' && origin === new URL(publicUrl).origin ? href : undefined;
}

/**
 * Where a payment page leads back to. 422 for anything but a whole address on the public origin of this server, so that
 * nobody is sent elsewhere by a link that begins with the payment provider.
 * @param name the field that it was given in
 * @param fallback where to, below the public address, when none was given
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
