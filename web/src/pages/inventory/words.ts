import type { Sign } from '../../ui/badge.tsx';
import type { Inventory, ObjectClass, UnmanagedObject } from './queries.ts';

/** The badge of each class of objects, and a sentence about it. */
export const CLASS_WORDS: Record<ObjectClass, readonly [sign: Sign, sentence: string]> = {
  added: [['plain', 'right', 'added'], 'It was added to a managed resource, which is no longer what its code says.'],
  unmanaged: [['plain', 'unknown', 'unmanaged'], 'No state has it.'],
  waiting: [
    ['unknown', 'waiting', 'too young'],
    'It is younger than an hour: an apply may be under way, which writes its state last.',
  ],
  owned: [['unknown', 'outside', 'owned'], 'Another tool made it, by its tags.'],
  follows: [['unknown', 'down', 'part'], 'It is a part of an unmanaged object.'],
  provided: [['unknown', 'good', 'provided'], 'The cloud made it.'],
};

/** The words of each class in a filter. */
export const CLASS_OPTIONS = [
  ['', 'Open'],
  ['added', 'Added to managed'],
  ['unmanaged', 'Unmanaged'],
  ['waiting', 'Younger than an hour'],
  ['owned', 'Owned by other tools'],
  ['follows', 'Parts of unmanaged'],
  ['provided', 'Provided by the cloud'],
  ['all', 'All'],
] as const;

/** The reason of a type that is not listed, in words; the server's `detail` has more. */
export const REASON_WORDS: Readonly<Record<string, string>> = {
  denied: 'access denied',
  throttled: 'throttled',
  needs_parent: 'its parents could not be listed',
  unknown_shape: 'the answer was not understood',
  failed: 'the call failed',
  incomplete: 'the list leaves out managed resources',
  expensive: 'takes many calls',
  not_in_use: 'the service is not in use',
  no_list: 'no list is known',
};

export const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** `At least 83 objects in no state`: never more certain than what was read. */
export function headline({ open, latest }: Pick<Inventory, 'open' | 'latest'>): string {
  const [isLeast, isMost] = [latest?.at_least === true, latest?.at_most === true];
  if (latest?.error?.code === 'nothing_listed') return 'Nothing could be listed';
  if (open === 0) return isLeast || isMost ? 'Nothing unmanaged in what was listed' : 'Nothing unmanaged';
  const objects = `${open.toLocaleString('en')} ${open === 1 ? 'object' : 'objects'} in no state`;
  if (isLeast === isMost) return isLeast ? `About ${objects}` : objects;
  return `${isLeast ? 'At least' : 'At most'} ${objects}`;
}

/** The name of an object, else the id that it is imported by. */
export function titleOf({
  name,
  cloud_id: id,
  import: { by },
}: Pick<UnmanagedObject, 'name' | 'cloud_id' | 'import'>): string {
  return name ?? ('id' in by && typeof by.id === 'string' ? by.id : id);
}
