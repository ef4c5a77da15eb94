import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** One entry of a state's `resources`. */
export type StateResource = { module?: string; mode: string; type: string; name: string };

/** Returns the name of the state file for a resource. */
export type Placement = (resource: StateResource) => string;

/**
 * Splits the resources of one state into several state files in `dir`, each with its own lineage, as teams do that
 * separate networks, permissions and applications.
 */
export async function splitState(statePath: string, dir: string, placement: Placement): Promise<void> {
  const state = JSON.parse(await readFile(statePath, 'utf8')) as { resources: StateResource[] };
  for (const [name, resources] of Map.groupBy(state.resources, placement)) {
    const file = join(dir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ ...state, lineage: randomUUID(), outputs: {}, resources }));
  }
}
