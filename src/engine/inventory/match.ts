import { kindOf } from '../../clouds/aws/catalog/same-types.ts';
import type { Candidate } from '../../clouds/contract/inventory.ts';
import type { Managed, ManagedIndex } from './managed.ts';
import { identityParts, identityText } from './names.ts';

/**
 * Finds the managed instance of a candidate in all states: by its identity, its import id, its ARN, then its name. The
 * name decides only if the list returns no other id, since two security groups may have the same name, and only for an
 * instance with all parts of the identity, since two resource groups may have a network of the same name. No state
 * contains the import id of a part (`role/policy`), but it is made of attributes that a state contains.
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
  const parts = identityParts(ids.identity).map(([, part]) => String(part));
  return index.named(type, name, candidate).find(({ values }) => parts.every((part) => values.has(part)));
}

/**
 * True if an instance of the candidate's kind has another ARN. Then they only share a name. An instance of another kind
 * names the candidate as a part of its own.
 */
const contradicts = ({ type, names }: Managed, { type: own, ids: { arn } }: Candidate): boolean =>
  kindOf(type) === kindOf(own) &&
  arn !== undefined &&
  names.arn !== undefined &&
  names.arn.startsWith('arn:') &&
  arn.startsWith('arn:') &&
  names.arn !== arn;
