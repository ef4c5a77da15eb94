import type { ActionKind, CloudRequest } from '../call/types.ts';
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

/** What was decided of a read whose name or answer speaks of credentials or of contents. */
export type Decision = 'refuse' | 'secret' | 'pass';

/** By action: the decision, and its reason. */
export type Decisions = ReadonlyMap<string, { decision: Decision; reason: string }>;

const HEADING = /^(refuse|secret|pass): (.+)$/;

/**
 * Reads assets/aws/decisions.txt: under each decision with its reason the actions that it is for, one a line.
 * Throws for a line that is neither, and for an action that stands there twice.
 */
export function readDecisions(text: string): Decisions {
  const decisions = new Map<string, { decision: Decision; reason: string }>();
  let heading: { decision: Decision; reason: string } | undefined;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, decision, reason] = HEADING.exec(line) ?? [];
    if (reason !== undefined) {
      heading = { decision: decision as Decision, reason };
      continue;
    }
    const action = /^ {2}([a-z0-9-]+:\w+)$/.exec(line)?.[1];
    if (action === undefined || heading === undefined || decisions.has(action))
      throw new Error(`This line of the decisions is not understood, or decides a second time: ${line}`);
    decisions.set(action, heading);
  }
  return decisions;
}
