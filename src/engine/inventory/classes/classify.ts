import type { ObjectClass, ObjectParent } from '../../model/inventory.ts';
import { ownedBy } from './owner.ts';
import { providedBy } from './provided.ts';
import type { Subject } from './subject.ts';
import { isYoung } from './young.ts';

/** What an object was found to be a part of: something managed, or another object in no state with its class. */
export type KnownParent = { parent: ObjectParent } & (
  | { isManaged: true }
  | { isManaged: false; class: ObjectClass; owner?: string }
);

export type Classified = { class: ObjectClass; owner?: string; why?: string };

/**
 * The class of an object that no state has. What the cloud or another tool made goes first, since it is nobody's to import; then what is a part of
 * something: added to what is managed, or following from what is not.
 * @param isOpen whether a severe rule has something against it
 * @param since whatever was created after it may be of an apply that is under way
 */
export function classify(
  subject: Subject,
  family: KnownParent | undefined,
  { created, since, isOpen }: { created: Date | undefined; since: Date; isOpen: () => boolean },
): Classified {
  const provided = providedBy(subject);
  if (provided !== undefined) return { class: 'provided', why: provided };
  const owner = ownedBy(subject);
  if (owner !== undefined) return { class: 'owned', owner };
  if (family?.isManaged === false) {
    if (family.class === 'owned' && family.owner !== undefined) return { class: 'owned', owner: family.owner };
    // Whatever opens a default to the world was not there from the beginning; its ACL lets all in by itself.
    if (family.class === 'provided' && (!isOpen() || subject.candidate.type === 'aws_network_acl_rule'))
      return { class: 'provided', why: 'it is a part of what the cloud made' };
    return { class: family.class === 'provided' ? 'unmanaged' : 'follows' };
  }
  if (isYoung(created, since)) return { class: 'waiting' };
  return { class: family?.isManaged ? 'added' : 'unmanaged' };
}
