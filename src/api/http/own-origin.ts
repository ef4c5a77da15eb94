import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { HttpOptions } from './types.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Where a browser reached this server: as it is configured, else as the request says, by the word of trusted proxies. */
export function baseUrlOf({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  return (publicUrl ?? `${protocol}://${host}`).replace(/\/+$/, '');
}

/**
 * Whether a page of ours made the browser send this: it says so itself, or names our origin. Undefined where it says
 * neither, as what is no browser.
 */
function isOwn(request: FastifyRequest, publicUrl: string | undefined): boolean | undefined {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return undefined;
  const ours = [publicUrl, baseUrlOf(request, undefined)].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return ours.includes(origin);
}

function refuse(): never {
  throw new AppError(
    'cross_site_request',
    'A page of another origin asked for this, or a proxy hides which one it was: use the dashboard at the address of this server.',
  );
}

/** Throws 403 where a browser that is signed in was made to change something by a page that is not ours. */
export function requireOwnOrigin(request: FastifyRequest, { publicUrl }: HttpOptions): void {
  if (SAFE.includes(request.method)) return;
  if (isOwn(request, publicUrl) !== true) refuse();
}

/** Throws 403 where a page that is not ours would sign a browser in. What is no browser may. */
export function refuseForeignOrigin(request: FastifyRequest, { publicUrl }: HttpOptions): void {
  if (isOwn(request, publicUrl) === false) refuse();
}
