import { CALL_STATUS, callError } from '../protocol/errors.ts';

/** One byte for compression, which is never requested, and four for the message's length. */
const PREFIX = 5;

/** A message with its prefix, for the body of a call. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

/** Parses the body of an answer. */
export type Messages = {
  /** Returns the messages that a chunk completes. Throws a `CallError` for an invalid one. */
  add(chunk: Buffer): Buffer[];
  /** Throws a `CallError` if the body ended within a message. */
  end(): void;
};

export function createMessages(maxBytes: number): Messages {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = PREFIX;
  const add = (chunk: Buffer): Buffer[] => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return [];
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    const messages: Buffer[] = [];
    for (wanted = PREFIX; rest.length >= PREFIX; wanted = PREFIX) {
      const length = rest.readUInt32BE(1);
      if (rest[0] !== 0) throw callError(CALL_STATUS.INTERNAL, 'the answer is compressed');
      if (length > maxBytes)
        throw callError(
          CALL_STATUS.RESOURCE_EXHAUSTED,
          `the answer is larger than max (${length} bytes, ${maxBytes} allowed)`,
        );
      wanted = PREFIX + length;
      if (rest.length < wanted) break;
      messages.push(rest.subarray(PREFIX, wanted));
      rest = rest.subarray(wanted);
    }
    chunks = [rest];
    size = rest.length;
    return messages;
  };
  return {
    add,
    end() {
      if (size > 0) throw callError(CALL_STATUS.INTERNAL, 'the answer ends within a message');
    },
  };
}
