import type { ActionKind, CloudRequest } from '../types.ts';
import { NEVER, SECRET } from './reviewed.ts';
import { asksForSecret } from './secret-parameters.ts';

/** What an action of a request may do, `listed` being what the list says of it: the review is stricter, never more generous. */
export function kindOf(action: string, listed: Exclude<ActionKind, 'secret'>, request: CloudRequest): ActionKind {
  if (listed !== 'read' || NEVER.has(action)) return 'other';
  return SECRET.has(action) || asksForSecret(action, request) ? 'secret' : 'read';
}
