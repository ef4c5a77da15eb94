import { append } from '../../base/append.ts';
import type { Candidate, InventoryLister, ListPlace, Owned } from '../../clouds/contract/inventory.ts';
import { serviceOf } from '../../clouds/clouds.ts';
import { isUniqueId } from './names.ts';

/** The owner of a candidate as another tool of the cloud tells it; undefined if none does. */
export type OwnerOf = (candidate: Candidate) => string | undefined;

/**
 * Asks a lister what other tools have made in a location. Lists of most services show no tags, and providers leave out
 * those of other tools. A name alone proves nothing, since objects of many kinds may have it: the tool's words for its
 * service and kind have to fit the type, too.
 */
export async function ownersIn(
  { owned }: Pick<InventoryLister, 'owned'>,
  place: ListPlace,
  signal: AbortSignal | undefined,
): Promise<OwnerOf> {
  const byId = new Map<string, Owned[]>();
  if (owned)
    for await (const one of owned(place, signal))
      // The host of a queue's URL depends on the endpoint that was asked.
      for (const id of new Set([one.id, one.id.replace(/^https?:.*\//, '')])) append(byId, id, one);
  return ({ type, ids: { importId, arn, name } }) => {
    for (const id of [importId, arn, name])
      for (const { service, kind, owner } of (id !== undefined && byId.get(id)) || [])
        if (isUniqueId(id ?? '') || isOfType(type, service, kind)) return owner;
    return undefined;
  };
}

/** True if another tool's words mean this type: service `Logs` and kind `LogGroup` mean `aws_cloudwatch_log_group`. */
function isOfType(type: string, service: string, kind: string): boolean {
  const [, ...words] = type.split('_');
  const own = words.join('');
  const isOfService = serviceOf(type) === service.toLowerCase() || own.startsWith(service.toLowerCase());
  return service !== '' && kind !== '' && isOfService && own.endsWith(kind.toLowerCase());
}
