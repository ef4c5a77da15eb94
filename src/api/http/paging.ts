import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../services/paging.ts';

/** Sends a page as a bare array, with a `Link` to the next one where there is one. */
export function sendPage<T>(request: FastifyRequest, reply: FastifyReply, page: Page<T>): T[] {
  if (page.next !== undefined) {
    const url = new URL(request.url, 'http://localhost');
    url.searchParams.set('cursor', page.next);
    void reply.header('Link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  return page.items;
}
