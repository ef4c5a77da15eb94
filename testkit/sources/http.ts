import { startFront } from './front.ts';
import { startStandIn } from './stand-in.ts';
import type { SourceWorld } from './world.ts';

const basic = (password: string) => `Basic ${Buffer.from(`terraform:${password}`).toString('base64')}`;

/** A server with one state for the backend `http`, with POST, DELETE, LOCK and UNLOCK as Terraform uses them. */
export const httpWorld: SourceWorld = {
  kind: 'http',
  needs: [],
  strange: ['states/app'],
  many: 1,
  isSingle: true,
  async start() {
    let state: string | undefined;
    const server = await startStandIn(({ method, headers, body }) => {
      if (headers.authorization === basic('expired-password')) return { status: 401 };
      if (headers.authorization !== basic('secret-password')) return { status: 403 };
      if (method === 'POST') state = body.toString();
      else if (method === 'DELETE') state = undefined;
      else if (state === undefined) return { status: 404 };
      else return { body: state };
      return {};
    });
    const front = await startFront(server.url);
    const ask = (method: string, body?: string) =>
      fetch(`${server.url}/states/app`, {
        method,
        headers: { authorization: basic('secret-password') },
        body: body ?? null,
      });
    return {
      settings: { address: `${front.url}/states/app` },
      credentials: { username: 'terraform', password: 'secret-password' },
      front,
      put: (_key, text) => ask('POST', text),
      remove: () => ask('DELETE'),
      keyOf: () => 'states/app',
      denied: { credentials: { username: 'terraform', password: 'other-password' } },
      expired: { credentials: { username: 'terraform', password: 'expired-password' } },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
