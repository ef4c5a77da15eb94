import type { ObjectClass, ObjectParent } from '../../model/inventory.ts';
import { ownedBy } from './owner.ts';
import { providedBy } from './provided.ts';
import type { Subject } from './subject.ts';
import { isYoung } from './young.ts';

/** The parent of an object: a managed instance, or another object in no state, with its class. */
export type KnownParent = { parent: ObjectParent } & ({ isManaged: true } | ({ isManaged: false } & Classified));

/** `isDefault`: a `provided` object to which people add their own parts. */
export type Classified = { class: ObjectClass; owner?: string; why?: string; isDefault?: true };

/** Types of parts that default objects have from the beginning: the default VPC has a gateway and a route to it. */
const BEGINS_WITH =
  /^aws_(?:internet_gateway|network_acl_rule|route|security_group_rule|vpc_security_group_(?:in|e)gress_rule)$/;

/**
 * The class of an object in no state. `provided` and `owned` come first, since nobody should import such objects; then
 * the parent decides: a part of a managed object is `added`, a part of an unmanaged one `follows`.
 * @param isOpen true if a critical severity rule matches the object
 * @param owner the tool that says that it made the object
 * @param since objects created after this time may come from a running apply
 */
export function classify(
  subject: Subject,
  family: KnownParent | undefined,
  {
    created,
    since,
    isOpen,
    owner: told,
  }: { created: Date | undefined; since: Date; isOpen: () => boolean; owner?: string | undefined },
): Classified {
  const provided = providedBy(subject);
  if (provided !== undefined) return { class: 'provided', ...provided };
  const owner = ownedBy(subject) ?? told;
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
 * True if the cloud made a part together with its `provided` parent. A person made a rule on the default event bus, and
 * any part that opens a default object to the world, since it was not there from the beginning. The exception is the
 * default ACL, which lets everything in from the beginning.
 */
function isOfTheCloud(type: string, { isDefault }: Classified, isOpen: () => boolean): boolean {
  if (isDefault && !BEGINS_WITH.test(type)) return false;
  return type === 'aws_network_acl_rule' || !isOpen();
}
