import { createHash } from 'node:crypto';
import {
  CodeHostProblem,
  type CodeHostApp,
  type HostTree,
  type InstallationClient,
} from '../src/services/codehosts/port.ts';

export type HeldRepository = {
  app: CodeHostApp;
  /** The files by path; tests may change them. */
  files: Map<string, string>;
  /** Paths of the blobs that were read, in order. */
  reads: string[];
  /** Errors for the next calls for files, one each. */
  failures: CodeHostProblem[];
};

const shaOf = (text: string) => createHash('sha1').update(text).digest('hex');

/** A code host in memory whose repositories all contain these files. It supports only reading. */
export function heldRepository(given: Record<string, string>, name = 'github'): HeldRepository {
  const files = new Map(Object.entries(given));
  const reads: string[] = [];
  const failures: CodeHostProblem[] = [];
  const blobs = new Map<string, string>();
  const client = {
    async readTree(): Promise<HostTree> {
      for (const [path, text] of files) blobs.set(shaOf(text), path);
      const entries = [...files].map(([path, text]) => ({
        path,
        type: 'file' as const,
        sha: shaOf(text),
        size: Buffer.byteLength(text),
      }));
      return { sha: shaOf(JSON.stringify([...files])), entries, truncated: false };
    },
    async readBlob(_: string, sha: string, maxBytes: number): Promise<Uint8Array> {
      const failure = failures.shift();
      if (failure) throw failure;
      const path = blobs.get(sha) ?? '';
      const text = files.get(path);
      if (text === undefined) throw new CodeHostProblem('gone', 'there is no such blob');
      reads.push(path);
      if (text.length > maxBytes) throw new CodeHostProblem('too_large', 'it is too large');
      return Buffer.from(text);
    },
  };
  const app = { name, as: () => client as unknown as InstallationClient } as unknown as CodeHostApp;
  return { app, files, reads, failures };
}
