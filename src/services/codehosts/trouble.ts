import type { CodeHostProblem } from '../../base/code-host.ts';
import { changeTrouble } from '../../store/queries/repositories.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import type { Trouble } from '../../store/column-values.ts';

/** Problems that last until somebody changes something at the code host. All others pass by themselves. */
const LASTING: readonly string[] = ['unauthorized', 'forbidden', 'suspended', 'gone'] satisfies Trouble['code'][];

/** What is kept of a problem; undefined where it passes by itself. */
export function troubleOf({ code, permission }: CodeHostProblem, now: Date): Trouble | undefined {
  if (!LASTING.includes(code)) return undefined;
  return { code: code as Trouble['code'], permission: permission ?? null, since: now.toISOString() };
}

/**
 * Notes in a repository's status what the code host refused the App there, or with null that it did what it was asked. What
 * passes by itself is no status, and a permission that is missing for one thing is not given by another that went well: that
 * is noticed when the installation is looked at.
 */
export async function noteTrouble(
  db: Executor,
  scope: OrgScope,
  repoId: string,
  problem: CodeHostProblem | null,
): Promise<void> {
  const trouble = problem ? troubleOf(problem, new Date()) : null;
  if (trouble !== undefined) await changeTrouble(db, scope, repoId, trouble);
}
