import { createHash } from 'node:crypto';
import { addressKey } from '../../base/address-key.ts';
import type { StateSource } from '../../base/state-source.ts';
import type { SourceKind } from '../contract/kind.ts';
import { MAX_STATE_BYTES } from '../shared/limits.ts';
import { gone, problemOf } from '../shared/problems.ts';
import { headersOf } from './headers.ts';

/**
 * One state at an address, read with GET like Terraform does. The protocol can neither list states nor show a lock. The
 * version is the server's ETag, or else a digest of the state.
 */
export const http: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { address = '' } = settings;
    const headers = headersOf(credentials);
    const { host } = new URL(address);
    const key = addressKey(address);
    const sentences = {
      server: host,
      renew: 'Give the username and password, or the headers, that Terraform uses.',
      allow: 'Let these credentials read the state.',
    };

    async function read(signal: AbortSignal | undefined) {
      const what = `state at ${host}`;
      const answer = await ways.ask(address, { headers, maxBytes: MAX_STATE_BYTES, signal });
      if (answer.status === 204) throw gone(what);
      if (answer.status !== 200) throw problemOf(answer, sentences, `the ${what}`, gone(what));
      const { bytes } = answer;
      return { bytes, etag: answer.headers.get('etag') ?? createHash('sha256').update(bytes).digest('base64url') };
    }

    return {
      async *list(signal) {
        if (!key.startsWith(narrower)) return;
        const { bytes, etag } = await read(signal);
        yield { key, size: bytes.length, etag };
      },
      read: (_key, signal) => read(signal),
      etag: async (_key, signal) => (await read(signal)).etag,
    };
  },
};
