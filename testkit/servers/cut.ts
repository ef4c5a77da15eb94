import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a forwarder to a port. After the n-th message it calls `cut` and closes. */
export async function startCut(port: number, n: number, cut: () => Promise<void>) {
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => close()));
    }
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.pipe(client);
    upstream.on('close', close);
    client.on('close', close);
    client.on('data', (chunk) => {
      if ((sent += 1) < n) upstream.write(chunk);
      else void end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let ending: Promise<void> | undefined;
  function end(): Promise<void> {
    return (ending ??= (async () => {
      server.close();
      await cut();
      for (const socket of sockets) socket.destroy();
    })());
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** The number of sent messages. */
    sent: () => sent,
    [Symbol.asyncDispose]: end,
  };
}
