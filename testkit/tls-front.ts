import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificatePem, serverCertificate } from './plugin/certificate.ts';

/** The 8 bytes with which a client of Postgres asks for TLS. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

/**
 * Starts a TLS proxy before a Postgres without TLS, like that of a managed Postgres. Returns its `port` on localhost
 * and its certificate (PEM) for that name. Refuses clients that do not request TLS.
 */
export async function tlsFront(databaseUrl: string): Promise<{ port: number; ca: string } & AsyncDisposable> {
  const { certificate, key } = serverCertificate();
  const cert = certificatePem(certificate);
  const secureContext = createSecureContext({ cert, key });
  const sockets = new Set<Socket>();
  const behind = Number(new URL(databaseUrl).port);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (first: Buffer) => {
      if (!first.equals(SSL_REQUEST)) return void socket.end();
      socket.write('S');
      const open = new TLSSocket(socket, { isServer: true, secureContext });
      const inner = connect(behind, '127.0.0.1');
      sockets.add(inner);
      for (const each of [open, inner]) each.on('error', () => [open, inner].forEach((one) => one.destroy()));
      open.pipe(inner).pipe(open);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ca: cert,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
