import { isObject } from '../../base/json.ts';
import { readRaw } from '../codec/raw.ts';
import type { ListedObjects } from '../contract/types.ts';
import type { Plugin } from '../process/plugin.ts';
import { errorsOf } from '../protocol/errors.ts';

/**
 * The maximum number of objects of a type. Their identities are short; for larger accounts the service is asked itself.
 */
const MAX_OBJECTS = 20_000;

/**
 * All objects in the provider's list of a type, without values. An error among them ends the list. Rejects as a call
 * does.
 */
export async function listObjects(
  plugin: Plugin,
  type: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<ListedObjects> {
  const objects: ListedObjects['objects'] = [];
  const request = { type_name: type, config: { json: Buffer.from('{}') }, limit: MAX_OBJECTS };
  for await (const { identity, display_name, diagnostic } of plugin.list(request, deadlineMs, signal)) {
    const problem = errorsOf(diagnostic);
    if (problem !== undefined) return { objects, problem };
    const raw = readRaw(identity?.identity_data ?? null);
    objects.push({ name: display_name, identity: isObject(raw) ? raw : undefined });
    if (objects.length >= MAX_OBJECTS) return { objects, problem: `There are more than ${MAX_OBJECTS} objects.` };
  }
  return { objects, problem: undefined };
}
