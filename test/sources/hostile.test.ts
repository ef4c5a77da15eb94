import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../src/sources/open.ts';
import { createWays } from '../../src/sources/ways.ts';

const ways = createWays({ networks: ['loopback'], http: true, backoffMs: 1 });
afterAll(() => ways[Symbol.dispose]());

const CHUNK = Buffer.alloc(1024 * 1024, 0x20);

/** Writes without an end, as fast as the client reads. */
function flood(to: {
  write(chunk: Uint8Array): boolean;
  once(event: 'drain', next: () => void): unknown;
  destroyed: boolean;
}): void {
  const more = (): void => {
    while (!to.destroyed) if (!to.write(CHUNK)) return void to.once('drain', more);
  };
  more();
}

async function listening(server: Server): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const tooLarge = expect.objectContaining({ code: 'too_large' }) as Error;

describe('a server whose answers never end', () => {
  test('is not read to the end by s3, neither its lists nor its objects', async () => {
    await using server = await listening(createHttp((_request, response) => flood(response.writeHead(200))));
    const settings = { endpoint: `http://127.0.0.1:${server.port}`, bucket: 'states' };
    const credentials = { access_key: 'AKIA', secret_key: 'secret' };
    const source = SOURCE_KINDS.s3.open({ settings, credentials, narrower: '' }, ways);
    await expect(Array.fromAsync(source.list())).rejects.toThrow(tooLarge);
    await expect(source.read('app.tfstate')).rejects.toThrow(tooLarge);
  });

  test('is not read to the end by http', async () => {
    await using server = await listening(createHttp((_request, response) => flood(response.writeHead(200))));
    const settings = { address: `http://127.0.0.1:${server.port}/state` };
    const source = SOURCE_KINDS.http.open({ settings, credentials: {}, narrower: '' }, ways);
    await expect(source.read('state')).rejects.toThrow(tooLarge);
  });

  test('is not read to the end by pg', async () => {
    await using server = await listening(
      createServer((socket) => {
        // AuthenticationOk and ReadyForQuery; then a row of two gigabytes, whatever the query is.
        socket.once('data', () => {
          socket.write(Buffer.from('5200000008000000005a0000000549', 'hex'));
          socket.once('data', () => {
            socket.write(Buffer.from('447fffffff', 'hex'));
            flood(socket);
          });
        });
      }),
    );
    const settings = { host: '127.0.0.1', port: String(server.port), database: 'terraform', sslmode: 'disable' };
    const source = SOURCE_KINDS.pg.open({ settings, credentials: { user: 'a', password: 'b' }, narrower: '' }, ways);
    await expect(source.read('default')).rejects.toThrow(tooLarge);
  });
});

test('is not asked for page after page in which there is no state', async () => {
  let pages = 0;
  await using server = await listening(
    createHttp((_request, response) => {
      pages += 1;
      response.end(JSON.stringify({ items: [{ name: 'readme.txt' }], nextPageToken: String(pages) }));
    }),
  );
  const settings = { bucket: 'states', endpoint: `http://127.0.0.1:${server.port}` };
  const source = SOURCE_KINDS.gcs.open({ settings, credentials: { access_token: 'ya29' }, narrower: '' }, ways);
  const endless = expect.objectContaining({
    code: 'source_unreachable',
    message: expect.stringMatching(/no end/) as string,
  });
  await expect(Array.fromAsync(source.list())).rejects.toThrow(endless as Error);
  expect(pages).toBe(10_000);
});
