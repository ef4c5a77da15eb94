import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { decryptState, type StateKeys } from './encryption/decrypt.ts';

/** Bytes to search: OpenTofu writes `encrypted_data` near the start, after the metadata of the keys. */
const HEAD = 64 * 1024;

const mayBeEncrypted = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, HEAD)).includes('"encrypted_data"');

/**
 * Wraps a source to decrypt states that OpenTofu encrypted. `read` throws `SourceProblem` for a state that cannot be
 * decrypted.
 */
export function decryptedStates(source: StateSource, keys: StateKeys): StateSource {
  return {
    ...source,
    async read(key, signal) {
      const { bytes, etag } = await source.read(key, signal);
      if (!mayBeEncrypted(bytes)) return { bytes, etag };
      const opened = await decryptState(bytes, keys, signal);
      if (opened.ok) return { bytes: opened.bytes, etag };
      throw new SourceProblem(opened.code, opened.detail);
    },
  };
}
