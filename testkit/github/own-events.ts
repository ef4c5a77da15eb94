import type { createOwners } from './owners.ts';
import type { Pull, Written } from './repository-api.ts';
import { personJson } from './shapes.ts';
import type { Repository, World } from './state.ts';

type OwnEvent = { event: string; payload: Record<string, unknown> };

/**
 * Sends the events that GitHub sends an App about its own writing: checks that it creates or completes, its comments.
 */
export function createOwnEvents(world: World, pulls: Pull[], emitOf: ReturnType<typeof createOwners>['emitOf']) {
  const pending = new Set<Promise<void>>();

  function eventOf(method: string, rest: string, repository: Repository, value: unknown): OwnEvent | undefined {
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
    const event = eventOf(method, rest, repository, value);
    if (!event) return;
    const sender = personJson(`${world.app.slug}[bot]`);
    const emitted = emitOf(repository, event.event, { ...event.payload, sender });
    pending.add(emitted);
    void emitted.finally(() => pending.delete(emitted));
  };
  return {
    written,
    /** Waits until all events are sent. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
