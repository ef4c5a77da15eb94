import type { Gateway, SessionHandle } from '../gateway/call/types.ts';
import { saysNotThere } from '../gateway/call/errors.ts';
import { outputIn } from './answer.ts';
import { at } from './elements.ts';
import { failureOf, type ListFailure } from './outcome.ts';
import { requestOf, type ListArguments } from './request.ts';
import type { ListOperation, Paging } from './table.ts';

/** The gateway's session of one account, and the region of the requests. */
export type Asking = { gateway: Pick<Gateway, 'ask'>; session: SessionHandle; region: string; signal: AbortSignal };

/** A list with more pages is taken for an endless one. */
const MAX_PAGES = 10_000;

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/** The tokens of the next page; empty if the answer promises a page without naming it, undefined after the last one. */
function nextOf(output: unknown, paging: Paging | undefined): Map<string, string> | undefined {
  if (paging === undefined) return undefined;
  const isPromised = paging.more !== undefined;
  if (paging.more !== undefined && String(at(output, paging.more)) !== 'true') return undefined;
  const tokens = new Map<string, string>();
  for (const { parameter, path, isLast } of paging.tokens) {
    const found = at(output, path);
    const value = isLast ? lastOf(found) : found;
    if (typeof value === 'string' && value !== '') tokens.set(parameter, value);
  }
  return tokens.size > 0 || isPromised ? tokens : undefined;
}

/**
 * Yields the outputs of an operation page by page. Returns undefined after the last page, or the failure that stopped
 * it earlier. Calls `onCall` for each request. Rejects with the signal's reason.
 */
export async function* pagesOf(
  operation: ListOperation,
  listArguments: ListArguments,
  { gateway, session, region, signal }: Asking,
  onCall: () => void,
): AsyncGenerator<unknown, ListFailure | undefined, undefined> {
  const name = `${operation.service.id}:${operation.name}`;
  let tokens: Map<string, string> | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    signal.throwIfAborted();
    const { request, scope } = requestOf(operation, region, { ...listArguments, ...(tokens && { tokens }) });
    onCall();
    const { answer, permissions } = await gateway.ask(session, request, scope, signal);
    // Some operations answer "not found" instead of an empty list: the policy of a function that has none.
    if (listArguments.parent !== undefined && saysNotThere(answer)) return undefined;
    if (answer.status >= 300) return failureOf(answer, name, permissions);
    let output: unknown;
    try {
      output = await outputIn(answer, operation.service.protocol);
    } catch {
      return { reason: 'unknown_shape', detail: `${name} was answered with something that is no list.` };
    }
    yield output;
    const before = tokens;
    tokens = nextOf(output, operation.paging);
    if (tokens === undefined) return undefined;
    if (tokens.size === 0) return { reason: 'failed', detail: `${name} has a next page and does not name it.` };
    if (before !== undefined && [...tokens].every(([key, value]) => before.get(key) === value))
      return { reason: 'failed', detail: `${name} named the same page as the next one twice.` };
  }
  return { reason: 'failed', detail: `${name} has more than ${MAX_PAGES} pages.` };
}
