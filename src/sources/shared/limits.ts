import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { SourceProblem } from '../../base/state-source.ts';

/** Larger states are not read. */
export const MAX_STATE_BYTES = 256 * 1024 * 1024;
/** For a page of a list, a token, an error: everything but a state. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** The problem of a state that is too large. */
export const tooLarge = (what: string): SourceProblem =>
  new SourceProblem(
    'too_large',
    `${what} has more than the ${(MAX_STATE_BYTES / 1_000_000).toFixed(1)} MB that are read of one state. Split the state.`,
  );

/** Decompresses gzip; returns other bytes unchanged. Throws `SourceProblem`: `too_large`, `invalid`. */
export async function decompress(bytes: Uint8Array, what: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_STATE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(what);
    throw new SourceProblem('invalid', `${what} is no complete gzip. Write the state again with terraform apply.`);
  }
}
