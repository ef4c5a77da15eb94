import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import { failedPage, formPage, pagePolicy, type SetupForm } from './page.ts';

type Options<T> = {
  /** Port to listen on; 0: any free one. */
  port: number;
  /** The form for GitHub, which then sends the browser to `redirectUrl` with the same `state`. */
  form: (redirectUrl: string, state: string) => SetupForm;
  /** Exchanges the code that GitHub sends back; returns the result, and the page that reports it. */
  receive: (code: string) => Promise<{ result: T; page: string }>;
};

const secret = () => randomBytes(24).toString('base64url');

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Listens on the loopback address for a browser that goes to GitHub and returns with a code. Only somebody with the URL
 * sees the form, and only the first callback with its state is accepted, so no other page can plant an App of its own.
 */
export async function openSetupListener<T>({ port, form, receive }: Options<T>) {
  const [place, state] = [secret(), secret()];
  const { promise: done, resolve, reject } = Promise.withResolvers<T>();
  // The caller handles a rejection later; until then it must not count as unhandled.
  done.catch(() => undefined);
  let received = false;
  let origin = '';

  function answer(response: ServerResponse, status: number, page: string, policy = "default-src 'none'"): void {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'origin',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(page);
  }

  async function callback(query: URLSearchParams, response: ServerResponse, policy: string): Promise<void> {
    const code = query.get('code') ?? '';
    if (!same(query.get('state') ?? '', state) || !/^[\w-]{1,200}$/.test(code))
      return answer(response, 400, failedPage('This request did not come from the form of this setup.'), policy);
    if (received) return answer(response, 409, failedPage('This setup is complete already.'), policy);
    received = true;
    try {
      const { result, page } = await receive(code);
      response.once('close', () => resolve(result));
      return answer(response, 200, page, policy);
    } catch (error) {
      response.once('close', () => reject(error));
      return answer(response, 502, failedPage(messageOf(error)), policy);
    }
  }

  const server = createServer((request, response) => {
    // Refuses DNS rebinding: a page whose name resolves to this address sends another Host.
    if (`http://${request.headers.host}` !== origin || request.method !== 'GET')
      return answer(response, 404, failedPage('There is no such page.'));
    const url = new URL(request.url ?? '/', origin);
    const shown = form(`${origin}/callback`, state);
    const policy = pagePolicy(new URL(shown.target).origin);
    if (same(url.pathname, `/${place}`)) return answer(response, 200, formPage(shown), policy);
    if (url.pathname === '/callback') return void callback(url.searchParams, response, policy);
    return answer(response, 404, failedPage('There is no such page.'), policy);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** The address to open in a browser. */
    url: `${origin}/${place}`,
    /** Resolves with the result of `receive` once the browser has its page; rejects with the error of `receive`. */
    done,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
