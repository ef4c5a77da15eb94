import { readLock } from '../../base/lock-info.ts';
import { chunksOf } from '../../base/chunks.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { isSidecar, looksLikeState } from '../../engine/state/sniff.ts';
import type { Answer, SourceKind } from '../contract/kind.ts';
import { MAX_PAGE_BYTES, MAX_STATE_BYTES } from '../shared/limits.ts';
import { commonRange, pathOf, trimmed } from '../shared/names.ts';
import { gone, momentOf, problemOf } from '../shared/problems.ts';
import { authorizeBy } from './authorize.ts';
import { bareEtag, readPage, type ListedBlob } from './blobs.ts';

const VERSION = '2021-12-02';
const HEAD_BYTES = 4096;
/** Concurrent reads of blobs. */
const SNIFFS = 6;
const SENTENCES = {
  server: 'Azure Blob Storage',
  renew: 'Give a new shared access signature, or the key of the account as it is now.',
  allow:
    'Assign the role Storage Blob Data Reader on the container, or give a signature that may read and list; look for a firewall of the account, too.',
};

/**
 * States in a container of Azure Blob Storage:
 * https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api.
 */
export const azurerm: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { storage_account_name: account = '', container_name: container = '', prefix = '' } = settings;
    const endpoint = trimmed(settings.endpoint ?? `https://${account}.blob.core.windows.net`);
    const range = commonRange(prefix, narrower);
    const authorize = authorizeBy(credentials, account, settings.authority, ways);
    const containerOf = `the container ${container}`;
    const absent = new SourceProblem(
      'bucket_not_found',
      `There is no container named ${container} in the account ${account}. Check both names.`,
    );

    type Details = { method?: string; range?: string; maxBytes?: number; signal: AbortSignal | undefined };

    async function ask(path: string, { method = 'GET', range, maxBytes = MAX_PAGE_BYTES, signal }: Details) {
      const dated = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION };
      const ranged = range === undefined ? dated : { ...dated, 'x-ms-range': range };
      const { url, headers } = await authorize(method, new URL(`${endpoint}/${container}${path}`), ranged);
      return ways.ask(url.href, { method, headers, maxBytes, signal });
    }

    /** The service refuses an invalid or expired signature with the same status as one without sufficient permissions. */
    function refused(answer: Answer, what: string, missing: SourceProblem): SourceProblem {
      const code = answer.headers.get('x-ms-error-code') ?? '';
      if (code === 'ContainerNotFound') return absent;
      const end = Date.parse(new URLSearchParams(credentials.sas_token).get('se') ?? '');
      const isUnknown = /^(AuthenticationFailed|InvalidAuthenticationInfo)$/.test(code) || end < Date.now();
      return problemOf({ status: isUnknown && answer.status === 403 ? 401 : answer.status }, SENTENCES, what, missing);
    }

    async function blob(key: string, details: Details): Promise<Answer> {
      const answer = await ask(`/${pathOf(key)}`, details);
      const what = `${key} in ${containerOf}`;
      if (answer.status === 200 || answer.status === 206) return answer;
      throw refused(answer, what, gone(what));
    }

    async function* pages(signal?: AbortSignal): AsyncGenerator<ListedBlob[]> {
      if (range === undefined) return;
      let marker = '';
      do {
        const query = new URLSearchParams({ restype: 'container', comp: 'list', include: 'metadata', prefix: range });
        query.set('maxresults', '1000');
        if (marker !== '') query.set('marker', marker);
        const answer = await ask(`?${query.toString()}`, { signal });
        if (answer.status !== 200) throw refused(answer, containerOf, absent);
        const { blobs, next } = readPage(
          Buffer.from(answer.bytes)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        );
        yield blobs;
        marker = next;
      } while (marker !== '');
    }

    /**
     * Recognizes a state by its name, or else by its first bytes: the backend accepts any key. An unreadable blob
     * counts, so that its error is reported.
     */
    async function isState({ name, size }: ListedBlob, signal?: AbortSignal): Promise<boolean> {
      if (isSidecar(name)) return false;
      if (/\.tfstate(env:[^/]+)?$/.test(name)) return true;
      if (size === 0) return false;
      try {
        const { bytes } = await blob(name, { range: `bytes=0-${HEAD_BYTES - 1}`, signal });
        return looksLikeState(Buffer.from(bytes).toString('utf8'));
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        if (error.code === 'source_unreachable' || error.code === 'credentials_missing') throw error;
        return error.code === 'access_denied';
      }
    }

    return {
      async *list(signal) {
        for await (const page of pages(signal))
          for (const few of chunksOf(page, SNIFFS)) {
            const verdicts = await Promise.all(few.map((one) => isState(one, signal)));
            for (const [i, { name, size, etag }] of few.entries()) if (verdicts[i]) yield { key: name, size, etag };
          }
      },
      async read(key, signal) {
        const answer = await blob(key, { maxBytes: MAX_STATE_BYTES, signal });
        return { bytes: answer.bytes, etag: bareEtag(answer.headers.get('etag')) };
      },
      async etag(key, signal) {
        const answer = await blob(key, { method: 'HEAD', signal });
        return bareEtag(answer.headers.get('etag'));
      },
      async *locks(_query, signal) {
        for await (const page of pages(signal))
          for (const { name, isLeased, lock, modified } of page) {
            if (!isLeased) continue;
            const { operation, created } = readLock(Buffer.from(lock, 'base64').toString('utf8'));
            yield { key: name, since: created ?? momentOf(modified), operation };
          }
      },
    };
  },
};
