import { CodeHostProblem } from '../../base/code-host.ts';
import type { FileFacts } from '../../engine/mapping/facts.ts';
import type { InstallationClient } from '../codehosts/port.ts';
import { LARGEST_FILE, type ChosenFile } from './choose.ts';
import type { FactsReader } from './facts-reader.ts';

/** What one file says; one that is larger than was told is a problem of its own. Throws `CodeHostProblem`. */
export async function factsIn(
  reader: FactsReader,
  client: InstallationClient,
  repository: string,
  { path, sha, kind }: ChosenFile,
  signal?: AbortSignal,
): Promise<FileFacts> {
  try {
    return await reader.read(kind, path, await client.readBlob(repository, sha, LARGEST_FILE, signal));
  } catch (error) {
    if (error instanceof CodeHostProblem && error.code === 'too_large')
      return { problems: ['is not read: it is too large.'] };
    throw error;
  }
}
