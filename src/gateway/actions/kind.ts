import type { ActionKind, CloudRequest } from '../types.ts';
import type { Decisions } from './decisions.ts';
import { asksForSecret } from './secret-parameters.ts';

/** What an action of a request may do, `listed` being what the list says of it: a decision is stricter, never more generous. */
export function kindOf(
  action: string,
  listed: Exclude<ActionKind, 'secret'>,
  request: CloudRequest,
  decisions: Decisions,
): ActionKind {
  const decision = decisions.get(action)?.decision;
  if (listed !== 'read' || decision === 'refuse') return 'other';
  return decision === 'secret' || asksForSecret(action, request) ? 'secret' : 'read';
}
