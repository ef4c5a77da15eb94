import { randomUUID } from 'node:crypto';
import { detailedInPublic, type PublicationRow } from '../../store/queries/publications.ts';
import { scoped, type OrgScope, type Trx } from '../../store/scope.ts';
import type { Base } from '../base/context.ts';
import type { Jobs } from '../base/jobs.ts';

type Message = Jobs['publish'];

const newestOf = (rows: readonly PublicationRow[]): PublicationRow | undefined =>
  rows.toSorted((a, b) => ((a.analysis_id ?? '') < (b.analysis_id ?? '') ? 1 : -1))[0];

/**
 * The messages that rewrite an issue, or a pull request's newest check and its comment (perhaps of another analysis).
 */
function messagesOf({ org_id }: OrgScope, rows: readonly PublicationRow[]): Message[] {
  const [first] = rows;
  if (!first) return [];
  const common = { org_id, repo_id: first.repo_id, request_id: null };
  if (first.kind === 'issue') return [{ ...common, analysis_id: first.analysis_id, trigger: { kind: 'schedule' } }];
  const check = newestOf(rows.filter(({ kind }) => kind === 'check'));
  const comment = rows.find(({ kind }) => kind === 'comment');
  const [number, sha = ''] = (check ?? first).subject.split('/');
  // The commit of a comment without a check is not stored: the comment is deleted and not written again.
  const trigger = { kind: 'pull_request', pull_request: Number(number), sha } as const;
  const analyses = new Set([check ?? comment, comment ?? check].map((row) => row?.analysis_id ?? null));
  return [...analyses].map((analysis_id) => ({ ...common, analysis_id, trigger }));
}

/**
 * Queues a rewrite of everything that shows details in repositories of an organization that are public now. Call it in
 * the transaction that stores the new visibility.
 */
export async function concealDetails(trx: Trx, queue: Base['queue'], scope: OrgScope): Promise<void> {
  const rows = await detailedInPublic(scoped(trx, scope));
  const threadOf = ({ repo_id, kind, subject }: PublicationRow) =>
    kind === 'issue' ? `${repo_id}/issue` : `${repo_id}/${subject.split('/')[0]}`;
  const threads = [...Map.groupBy(rows, threadOf).values()];
  const messages = threads
    .flatMap((those) => messagesOf(scope, those))
    .map((data) => ({ data, singletonKey: `conceal/${randomUUID()}` }));
  if (messages.length > 0) await queue.sendAll('publish', messages, { db: trx });
}
