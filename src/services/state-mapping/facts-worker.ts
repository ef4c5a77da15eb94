/** The thread that reads files of repositories for `facts-reader.ts`. */
import { parentPort } from 'node:worker_threads';
import { factsOf, type FileKind } from './read-file.ts';

export type FactsRequest = { kind: FileKind; path: string; bytes: Uint8Array };

parentPort?.on('message', ({ kind, path, bytes }: FactsRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(factsOf(kind, path, bytes));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage('ready');
