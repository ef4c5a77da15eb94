import { deserialize, serialize } from 'node:v8';

/** The length of the header, which holds the number of bytes that follow. */
const HEADER_BYTES = 4;

/** Serializes a value into a frame. */
export function frameOf(value: unknown): Buffer {
  return framed(serialize(value));
}

/** Puts serialized bytes into a frame. */
export function framed(body: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** Deserializes a frame's body. Never call it with data from outside: both ends of the stream run this program. */
export function valueOf(body: Uint8Array): unknown {
  return deserialize(body);
}

/** Cuts a stream's chunks into frames. `onFrame` owns each body that it gets, and may keep or transfer it. */
export function frameReader(onFrame: (body: Uint8Array<ArrayBuffer>) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  let body: Uint8Array<ArrayBuffer> | undefined;
  let bodyBytes = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (body === undefined) {
        const taken = chunk.copy(header, headerBytes, at, at + HEADER_BYTES - headerBytes);
        headerBytes += taken;
        at += taken;
        if (headerBytes < HEADER_BYTES) return;
        body = new Uint8Array(header.readUInt32BE());
        headerBytes = 0;
        bodyBytes = 0;
      }
      const taken = chunk.copy(body, bodyBytes, at, at + body.length - bodyBytes);
      bodyBytes += taken;
      at += taken;
      if (bodyBytes < body.length) return;
      const whole = body;
      body = undefined;
      onFrame(whole);
    }
  };
}
