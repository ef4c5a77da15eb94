import { Socket } from 'node:net';

/**
 * A connection that ends itself when it is silent for too long. Of a server that is lost without a word (its machine
 * gone, its address moved to a successor, a flow forgotten on the way) the system tells after a quarter of an hour, and
 * whoever asked would wait as long.
 * @param patient whether silence means nothing at the moment
 */
export function watchedSocket(silentMs: number, patient: () => boolean): Socket {
  const socket = new Socket();
  const silent = () => Object.assign(new Error('the database server fell silent'), { code: 'ETIMEDOUT' });
  socket.on('timeout', () => {
    if (patient()) socket.setTimeout(silentMs);
    else socket.destroy(silent());
  });
  return socket.setTimeout(silentMs);
}
