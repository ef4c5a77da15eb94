import { readPayload } from './payloads.ts';
import { sendTrigger } from './send-trigger.ts';
import { CheckRunPayload, CheckSuitePayload } from './trigger-payloads.ts';
import type { EventHandler } from './types.ts';

/** Somebody wants a check to be done again. The code host tells that to the App alone whose check it is. */
export const checkRun: EventHandler = {
  actions: ['rerequested'],
  async apply(db, delivery, queue) {
    const payload = readPayload(CheckRunPayload, delivery.payload);
    const { id, head_sha: sha, external_id, pull_requests, check_suite } = payload.check_run;
    // Done again, the check is about another analysis.
    const mark = `run/${id}/${external_id ?? ''}`;
    const pull_request = ownPullRequest(payload.repository, pull_requests);
    const branch = check_suite?.head_branch ?? null;
    const event = { kind: 'rerequest', sha, branch, pull_request, mark, by: senderOf(payload) } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark })) ? 'processed' : 'ignored';
  },
};

/** The same for all checks of a commit. */
export const checkSuite: EventHandler = {
  actions: ['rerequested'],
  async apply(db, delivery, queue) {
    const payload = readPayload(CheckSuitePayload, delivery.payload);
    const { id, head_sha: sha, head_branch: branch, updated_at, pull_requests } = payload.check_suite;
    const mark = `suite/${id}/${updated_at}`;
    const pull_request = ownPullRequest(payload.repository, pull_requests);
    const event = { kind: 'rerequest', sha, branch, pull_request, mark, by: senderOf(payload) } as const;
    return (await sendTrigger(db, delivery, queue, { payload, event, mark })) ? 'processed' : 'ignored';
  },
};

/** The repository's own; a commit may be in pull requests of others. */
function ownPullRequest(
  { id }: { id: number },
  all: readonly { number: number; base: { repo: { id: number } } }[],
): number | null {
  return all.find(({ base }) => base.repo.id === id)?.number ?? null;
}

/** Whether they may write, the job asks. */
const senderOf = ({ sender }: { sender?: { login: string; id?: number } }) =>
  sender?.id === undefined ? null : { id: sender.id, login: sender.login };
