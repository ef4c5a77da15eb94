import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { HttpOptions } from './types.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** The server's address as the browser used it: the configured one, else the request's, as trusted proxies report it. */
export function baseUrlOf({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  return (publicUrl ?? `${protocol}://${host}`).replace(/\/+$/, '');
}

/**
 * Whether a page of this server sent the request: by the browser's own header, or else by the origin. Undefined without
 * both, as for clients that are not browsers.
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

/** Throws 403 where another site's page made a signed-in browser send a change. */
export function requireOwnOrigin(request: FastifyRequest, { publicUrl }: HttpOptions): void {
  if (SAFE.includes(request.method)) return;
  if (isOwn(request, publicUrl) !== true) refuse();
}

/** Throws 403 where another site's page would sign a browser in. Clients that are not browsers may. */
export function refuseForeignOrigin(request: FastifyRequest, { publicUrl }: HttpOptions): void {
  if (isOwn(request, publicUrl) === false) refuse();
}
