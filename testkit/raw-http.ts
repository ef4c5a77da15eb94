import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; whole: string };

function parse(whole: string): RawAnswer {
  const at = whole.indexOf('\r\n\r\n');
  const [line = '', ...fields] = whole.slice(0, at).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: whole.slice(at + 4), whole };
}

/** Sends raw bytes, and reads until the server closes the connection, which the bytes must request. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // A server may answer and close before it has read everything.
  socket.on('error', () => undefined);
  socket.write(bytes);
  return parse((await buffer(socket)).toString('utf8'));
}

/** The bytes of a request that closes its connection. `headers` may leave out or set anything. */
export function rawRequest(
  method: string,
  target: string,
  headers: Record<string, string | undefined>,
  body: string | Uint8Array = '',
): Uint8Array {
  const content = Buffer.from(body);
  const all = { Host: 'localhost', Connection: 'close', 'Content-Length': String(content.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\r\n`));
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), content]);
}
