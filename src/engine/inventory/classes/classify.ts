import type { ObjectClass, ObjectParent } from '../../model/inventory.ts';
import { ownedBy } from './owner.ts';
import { providedBy } from './provided.ts';
import type { Subject } from './subject.ts';
import { isYoung } from './young.ts';

/** What an object was found to be a part of: something managed, or another object in no state with its class. */
export type KnownParent = { parent: ObjectParent } & ({ isManaged: true } | ({ isManaged: false } & Classified));

/** `isDefault`: of the class `provided`, and people put their own things into it. */
export type Classified = { class: ObjectClass; owner?: string; why?: string; isDefault?: true };

/** Parts that defaults have from the beginning: the default VPC has a gateway, and a route to it. */
const BEGINS_WITH =
  /^aws_(?:internet_gateway|network_acl_rule|route|security_group_rule|vpc_security_group_(?:in|e)gress_rule)$/;

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
  if (provided !== undefined) return { class: 'provided', ...provided };
  const owner = ownedBy(subject);
  if (owner !== undefined) return { class: 'owned', owner };
  if (family?.isManaged === false && family.class !== 'provided')
    return family.class === 'owned' && family.owner !== undefined
      ? { class: 'owned', owner: family.owner }
      : { class: 'follows' };
  if (family?.isManaged === false && isOfTheCloud(subject.candidate.type, family, isOpen))
    return { class: 'provided', why: 'it is a part of what the cloud made' };
  if (isYoung(created, since)) return { class: 'waiting' };
  return { class: family?.isManaged ? 'added' : 'unmanaged' };
}

/**
 * Whether a part of what the cloud made is the cloud's as well. A rule on the default event bus is somebody's, and so is whatever opens a default to
 * the world: it was not there from the beginning. Only the default ACL lets all in by itself.
 */
function isOfTheCloud(type: string, { isDefault }: Classified, isOpen: () => boolean): boolean {
  if (isDefault && !BEGINS_WITH.test(type)) return false;
  return type === 'aws_network_acl_rule' || !isOpen();
}
