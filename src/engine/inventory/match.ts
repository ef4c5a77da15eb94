import type { Candidate } from '../../clouds/contract/inventory.ts';
import type { Managed, ManagedIndex } from './managed.ts';
import { identityText } from './names.ts';

/**
 * The managed instance that a candidate is, over all states: by its identity, then its import id, its ARN, then its name. A name decides
 * only where the list says nothing better: two security groups may have one name. The import id of a part (`role/policy`) stands in no
 * state; it is made of attributes that the state has.
 */
export function managedBy(index: ManagedIndex, candidate: Candidate): Managed | undefined {
  const { type, ids } = candidate;
  const { importId, arn, name } = ids;
  const identity = identityText(ids.identity);
  const [first] = [identity, importId, arn]
    .filter((one) => one !== undefined)
    .flatMap((one) => index.named(type, one, candidate))
    .filter((one) => !contradicts(one, candidate));
  if (first) return first;
  const composed = importId === undefined ? undefined : index.composed(type, importId, candidate);
  if (composed && !contradicts(composed, candidate)) return composed;
  if (name === undefined || importId !== undefined || arn !== undefined) return undefined;
  return index.named(type, name, candidate)[0];
}

/** Whether an instance has another ARN than the candidate: then they only share a name. */
const contradicts = ({ names }: Managed, { ids: { arn } }: Candidate): boolean =>
  arn !== undefined &&
  names.arn !== undefined &&
  names.arn.startsWith('arn:') &&
  arn.startsWith('arn:') &&
  names.arn !== arn;
