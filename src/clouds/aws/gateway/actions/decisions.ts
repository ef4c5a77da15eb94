import type { ActionKind, CloudRequest } from '../call/types.ts';
import { asksForSecret } from './secret-parameters.ts';

/** The kind of an action in a request. `listed` is its kind in the list of actions; a decision can only be stricter. */
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

/** The decision about a read whose name or answer mentions credentials or contents. */
export type Decision = 'refuse' | 'secret' | 'pass';

/** Decisions with their reasons, by action. */
export type Decisions = ReadonlyMap<string, { decision: Decision; reason: string }>;

const HEADING = /^(refuse|secret|pass): (.+)$/;

/**
 * Reads assets/aws/decisions.txt: below each decision and its reason, the actions that it applies to, one a line.
 * Throws for any other line, and for an action that stands there twice.
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
