import { Socket } from 'node:net';

/**
 * A connection that closes itself when it is silent for too long. The system reports a lost server (its machine gone, its
 * address moved to a successor, the connection dropped on the way) only after a quarter of an hour, and every query would
 * wait as long.
 * @param patient whether silence means nothing now
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
