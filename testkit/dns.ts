import { createSocket } from 'node:dgram';

/** Returns the answers of a name server for a host, at each query: IPv4 addresses. */
export type Says = (host: string) => readonly string[];

const HEADER = 12;
const A = 1;

/** The host, the type and the end offset of the question in a DNS message. */
function questionOf(message: Buffer): { host: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message.readUInt8(at); length !== 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { host: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(message: Buffer, says: Says): Buffer {
  const { host, type, end } = questionOf(message);
  const addresses = type === A ? says(host) : [];
  const header = Buffer.from(message.subarray(0, HEADER));
  // Flags: response, authoritative, no error. Counts: one question, these answers, no other records.
  header.writeUInt16BE(0x8580, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    // A pointer to the question's name; type A, class IN, TTL 0.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(4, 10);
    Buffer.from(address.split('.').map(Number)).copy(record, 12);
    return record;
  });
  return Buffer.concat([header, message.subarray(HEADER, end), ...records]);
}

/** Starts a name server on this machine with the answers of a test. */
export async function startNameServer(says: Says): Promise<{ address: string } & AsyncDisposable> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => socket.send(answerTo(message, says), port, address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
