import { presentable } from '../diagnostics.ts';
import type { Redact } from '../diagnostics.ts';
import type { ReadOutcome } from '../types.ts';
import { adviceFor } from './advice.ts';
import { reasonOf } from './reason.ts';

export type Unreadable = Extract<ReadOutcome, { status: 'unreadable' }>;

/** The verdict on a read that failed with this text: why, what can be done about it, and what the provider said. */
export function unreadable(text: string, redact: Redact): Unreadable {
  const reason = reasonOf(text);
  const advice = adviceFor(reason, text);
  const said = presentable(text, redact);
  return { status: 'unreadable', reason, detail: advice === undefined ? said : `${advice} The provider says: ${said}` };
}
