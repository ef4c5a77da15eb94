import type { createOwners } from './owners.ts';
import type { Pull, Written } from './repository-api.ts';
import { personJson } from './shapes.ts';
import type { Repository, World } from './state.ts';

type Overlap = { event: string; payload: Record<string, unknown> };

/** GitHub tells an App of its own writing too: checks that it makes and ends, comments that it leaves. */
export function createEchoes(world: World, pulls: Pull[], tellOf: ReturnType<typeof createOwners>['tellOf']) {
  const under = new Set<Promise<void>>();

  function echoOf(method: string, rest: string, repository: Repository, value: unknown): Overlap | undefined {
    if (method === 'POST' && rest === '/check-runs')
      return { event: 'check_run', payload: { action: 'created', check_run: value } };
    if (method === 'PATCH' && rest.startsWith('/check-runs/'))
      return (value as { status: string }).status === 'completed'
        ? { event: 'check_run', payload: { action: 'completed', check_run: value } }
        : undefined;
    const [, number] = (method === 'POST' && /^\/issues\/(\d+)\/comments$/.exec(rest)) || [];
    if (number === undefined) return undefined;
    const onPull = pulls.some((one) => one.repository === repository && one.number === Number(number));
    const issue = { number: Number(number), state: 'open', ...(onPull && { pull_request: {} }) };
    const comment = { ...(value as object), author_association: 'NONE' };
    return { event: 'issue_comment', payload: { action: 'created', issue, comment } };
  }

  const written: Written = ({ method, rest }, repository, value) => {
    const echo = echoOf(method, rest, repository, value);
    if (!echo) return;
    const sender = personJson(`${world.app.slug}[bot]`);
    const told = tellOf(repository, echo.event, { ...echo.payload, sender });
    under.add(told);
    void told.finally(() => under.delete(told));
  };
  return {
    written,
    /** They have all gone out. */
    async settled(): Promise<void> {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
