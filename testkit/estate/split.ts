import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** One entry of a state's `resources`. */
export type StateResource = { module?: string; mode: string; type: string; name: string };

/** Names the state file that a resource is to be kept in. */
export type Placement = (resource: StateResource) => string;

/**
 * Lays the resources of one state out in several files of `dir`, each a state with a lineage of its own, as a team has
 * them that keeps networks, permissions and applications apart.
 */
export async function splitState(statePath: string, dir: string, placement: Placement): Promise<void> {
  const state = JSON.parse(await readFile(statePath, 'utf8')) as { resources: StateResource[] };
  for (const [name, resources] of Map.groupBy(state.resources, placement)) {
    const file = join(dir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ ...state, lineage: randomUUID(), outputs: {}, resources }));
  }
}
