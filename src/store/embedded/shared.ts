import type { Duplex } from 'node:stream';
import { closedError, createClient, lostError, type Client } from './client.ts';
import { frameOf, frameReader, valueOf } from './frames.ts';
import type { Reply } from './protocol.ts';

/**
 * Opens the embedded database of the process at the other end of a stream (`Session.share`). All processes share one
 * queue of statements. `onLost` is called when the other process ends or closes the stream.
 */
export function openShared(
  stream: Duplex,
  onLost: (error: Error) => void,
): Pick<Client, 'query' | 'exec' | 'begin' | 'end' | 'listen'> & { close(): Promise<void> } {
  const client = createClient((request) => stream.write(frameOf(request)));
  let closing = false;
  stream.on(
    'data',
    frameReader((body) => client.receive(valueOf(body) as Reply)),
  );
  stream.on('error', () => undefined);
  stream.on('end', () => stream.destroy());
  stream.on('close', () => {
    const error = closing ? closedError() : lostError(undefined);
    client.lose(error);
    if (!closing) onLost(error);
  });
  return {
    ...client,
    close() {
      closing = true;
      stream.destroy();
      return Promise.resolve();
    },
  };
}
