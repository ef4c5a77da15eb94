import { installationTarget, organization, installationRepositories, installation } from './installation.ts';
import { checkRun, checkSuite, issueComment, pullRequest, push } from './triggers.ts';
import { repository } from './repository.ts';
import type { EventHandler } from './types.ts';

/** The handlers of events, by code host and by the host's name of the event. */
const HANDLERS: ReadonlyMap<string, ReadonlyMap<string, EventHandler>> = new Map([
  [
    'github',
    new Map([
      ['check_run', checkRun],
      ['check_suite', checkSuite],
      ['installation', installation],
      ['installation_repositories', installationRepositories],
      ['installation_target', installationTarget],
      ['organization', organization],
      ['issue_comment', issueComment],
      ['pull_request', pullRequest],
      ['push', push],
      ['repository', repository],
    ]),
  ],
]);

/** The handler of an event with this action; undefined if there is none. */
export function handlerOf(codehost: string, event: string, action: string | null): EventHandler | undefined {
  const handler = HANDLERS.get(codehost)?.get(event);
  return handler?.actions.includes(action) ? handler : undefined;
}
