import { entryOf } from '../../../clouds/clouds.ts';
import type { UnmanagedObject } from '../../model/inventory.ts';
import { cut, plain } from '../wording/clean.ts';
import { labelOf } from '../wording/words.ts';

const MAX_SENTENCE = 500;

type Described = Pick<
  UnmanagedObject,
  'type' | 'name' | 'cloud_id' | 'class' | 'parent' | 'severity_rule' | 'severity_reason'
>;

/**
 * A sentence, without a full stop, about an object that no state has: `The SQS queue jobs was created outside
 * Terraform`. Its texts are masked.
 */
export function unmanagedSentence(object: Described): string {
  const { type, name, cloud_id: id, class: kind, parent, severity_rule: rule, severity_reason: reason } = object;
  const noun = entryOf(type)?.noun ?? labelOf(type.replace(/^[a-z]+_/, ''));
  const happened = kind === 'added' && parent ? `was added to ${parent.resource ?? parent.id}` : 'was created';
  // Of an object that no severity rule matches, the reason says what the sentence says.
  const why = rule === kind ? '' : `: ${reason}`;
  return cut(plain(`The ${noun} ${name ?? id} ${happened} outside Terraform${why}`), MAX_SENTENCE);
}
