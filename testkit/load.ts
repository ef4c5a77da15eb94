import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Load = {
  answered: number;
  /** Failed requests: no response, an incomplete response, another status than 200. */
  failures: string[];
};

/** Reads one response with a `content-length`. Undefined if the connection ends before it. */
async function answerOn(socket: Socket): Promise<{ status: number; last: boolean } | undefined> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) continue;
    const fields = text.slice(0, head);
    const length = Number(/^content-length: (\d+)$/im.exec(fields)?.[1] ?? 0);
    if (text.length < head + 4 + length) continue;
    return { status: Number(text.split(' ', 2)[1]), last: /^connection: close$/im.test(fields) };
  }
  if (text !== '') throw new Error('half an answer');
  return undefined;
}

async function connected(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  return once(socket, 'connect').then(
    () => socket,
    () => undefined,
  );
}

/**
 * Sends requests repeatedly over `connections` persistent connections, as a load balancer does. When the server
 * announces that it closes a connection, opens a new one. Ends when the server accepts no more connections.
 */
export async function keepAsking(port: number, request: string, connections: number): Promise<Load> {
  const load: Load = { answered: 0, failures: [] };

  async function ask(socket: Socket): Promise<'again' | 'elsewhere'> {
    socket.write(request);
    try {
      const answer = await answerOn(socket);
      if (answer?.status === 200) load.answered += 1;
      else load.failures.push(answer === undefined ? 'no answer' : `status ${answer.status}`);
      return answer === undefined || answer.last ? 'elsewhere' : 'again';
    } catch (error) {
      load.failures.push(String(error));
      return 'elsewhere';
    }
  }

  async function client(): Promise<void> {
    for (let socket = await connected(port); socket; socket = await connected(port)) {
      socket.on('error', () => undefined);
      while ((await ask(socket)) === 'again');
      socket.destroy();
    }
  }
  await Promise.all(Array.from({ length: connections }, client));
  return load;
}
