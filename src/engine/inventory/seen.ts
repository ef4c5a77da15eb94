import { kindOf } from '../../clouds/aws/catalog/same-types.ts';
import type { Candidate, ListParent, ListPlace } from '../../clouds/contract/inventory.ts';
import type { Value } from '../../base/value.ts';
import { append } from '../../base/append.ts';
import { fields } from '../value/canonical.ts';
import type { Classified, KnownParent } from './classes/classify.ts';
import { ownParts, parentNames } from './families.ts';
import type { ManagedIndex } from './managed.ts';
import { namesIn, referencesOf } from './names.ts';

/** Indexes objects in no state as possible parents of others. Keeps a few texts of each, so that any number fits. */
export function createSeenParents(index: ManagedIndex) {
  const classes = new Map<string, Classified>();
  const listed = new Map<string, ListParent[]>();
  /** The objects that name parts in their attributes, by the key of the part. */
  const makers = new Map<string, { type: string; name: string }>();
  const keyOf = (type: string, name: string) => `${kindOf(type)} ${name}`;
  return {
    /** Adds an object that may be a parent. */
    add({ type, ids }: Candidate, live: Value, classified: Classified): void {
      const names = [...referencesOf(namesIn(fields(live))), ids.importId, ids.arn, ids.name];
      for (const name of names) if (name !== undefined) classes.set(keyOf(type, name), classified);
      const { importId } = ids;
      if (importId !== undefined)
        for (const part of ownParts(type, live)) makers.set(keyOf(part.type, part.name), { type, name: importId });
      // Nobody adds parts to an object that a service of the cloud made for itself, so its parts are not listed.
      if (classified.class !== 'provided' || classified.isDefault) append(listed, type, { type, ids });
    },

    /** The parent of an object: a managed one, or else one in no state; undefined if none is known. */
    parentOf(candidate: Candidate, live: Value): KnownParent | undefined {
      const { type: own, ids } = candidate;
      const maker = ids.importId === undefined ? undefined : makers.get(keyOf(own, ids.importId));
      const names = [...(maker ? [maker] : []), ...parentNames(candidate, live)];
      for (const { type, name } of names) {
        const [managed] = index.named(type, name, candidate);
        if (managed)
          return {
            isManaged: true,
            parent: { type, id: name, resource: managed.address, state_key: managed.stateKey },
          };
      }
      for (const { type, name } of names) {
        const known = classes.get(keyOf(type, name));
        if (known) return { isManaged: false, parent: { type, id: name }, ...known };
      }
      return undefined;
    },

    /** All objects of a type whose parts are listed: managed instances, and objects in no state. */
    listParents(type: string, place: ListPlace): ListParent[] {
      const managed = index.ofType(type, place).map(({ names: { id, arn, name } }) => ({
        type,
        ids: {
          ...(id !== undefined && { importId: id }),
          ...(arn !== undefined && { arn }),
          ...(name !== undefined && { name }),
        },
      }));
      const all = [...managed, ...(listed.get(type) ?? [])];
      return [...new Map(all.map((one) => [JSON.stringify(one.ids.importId ?? one.ids), one])).values()];
    },
  };
}

export type SeenParents = ReturnType<typeof createSeenParents>;
