import { installationTarget, organization } from './account-renamed.ts';
import { installationRepositories } from './installation-repositories.ts';
import { installation } from './installation.ts';
import { repository } from './repository.ts';
import type { EventHandler } from './types.ts';

/** What follows from which event, by code host and the host's name of the event. */
const HANDLERS: ReadonlyMap<string, ReadonlyMap<string, EventHandler>> = new Map([
  [
    'github',
    new Map([
      ['installation', installation],
      ['installation_repositories', installationRepositories],
      ['installation_target', installationTarget],
      ['organization', organization],
      ['repository', repository],
    ]),
  ],
]);

/** The handler of an event with this action; undefined where nothing follows from it. */
export function handlerOf(codehost: string, event: string, action: string | null): EventHandler | undefined {
  const handler = HANDLERS.get(codehost)?.get(event);
  return action !== null && handler?.actions.includes(action) ? handler : undefined;
}
