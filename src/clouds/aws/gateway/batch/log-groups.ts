import { isObject } from '../../../../base/json.ts';
import type { Call, CloudAnswer } from '../call/types.ts';
import {
  objects,
  only,
  parsed,
  type Json,
  answerLike,
  answersFor,
  callLike,
  headersKey,
  responseText,
} from './requests.ts';
import { createListing, type Listing, type ListingPage } from './listing.ts';
import { youngEnough, type Ask, type Batcher, type Plan, type BatchResponse } from './types.ts';

/** The maximum size of a page, of the listing and of a single answer: DescribeLogGroups gives no more. */
const PAGE = 50;
/** The number of wanted prefixes for each page that may be fetched. */
const WORTH = 4;
const MAX_PAGES = 20;

type Group = { name: string; group: Json; head: CloudAnswer };

function read(response: BatchResponse): ListingPage<Group> {
  const answer = parsed(responseText(response));
  const head = { ...response.answer, body: Buffer.alloc(0) };
  const groups = objects(answer?.['logGroups']).map((group) => ({ name: String(group['logGroupName']), group, head }));
  const next = answer?.['nextToken'];
  return {
    items: new Map(groups.map((one) => [one.name, one])),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  };
}

/** Compares names by their bytes, as AWS sorts them. */
const isBehind = (name: string, other: string): boolean => Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0;

function commonStart(texts: readonly string[]): string {
  const [first = '', ...rest] = texts;
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

function prefixOf(call: Call): string | undefined {
  if (call.action.protocol !== 'json') return undefined;
  const body = parsed(call.request.body.toString('utf8'));
  if (!isObject(body) || !only(body, 'logGroupNamePrefix')) return undefined;
  const prefix = body['logGroupNamePrefix'];
  return typeof prefix === 'string' && prefix !== '' ? prefix : undefined;
}

/** Answers reads of log groups by prefix from the list of their common prefix, which is sorted by name. */
export function logGroups(): Batcher {
  const listings = new Map<string, Listing<Group>>();
  const seen = new Set<string>();

  const keyOf = (call: Call, start: string): string => JSON.stringify([headersKey(call), start]);

  const cached = (call: Call, prefix: string, notBefore: number): CloudAnswer | undefined => {
    for (let length = 0; length <= prefix.length; length++) {
      const listed = listings.get(keyOf(call, prefix.slice(0, length)))?.snapshot(notBefore);
      const last = listed?.items.at(-1)?.name;
      if (listed === undefined || last === undefined) continue;
      if (!listed.whole && (last.startsWith(prefix) || !isBehind(last, prefix))) continue;
      const matching = listed.items.filter(({ name }) => name.startsWith(prefix));
      // Most callers want the group with exactly this name: a list must not deny that it exists.
      const first = matching.find(({ name }) => name === prefix);
      if (first === undefined || matching.length >= PAGE) return undefined;
      return answerLike(first.head, JSON.stringify({ logGroups: matching.map(({ group }) => group) }));
    }
    return undefined;
  };

  const plan = (call: Call): Plan | undefined => {
    const prefix = prefixOf(call);
    if (prefix === undefined) return undefined;
    seen.add(prefix);
    return { group: headersKey(call), item: prefix };
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const [first] = calls.values();
    if (first === undefined) return new Map();
    const since = youngEnough(first);
    const start = commonStart([...calls.keys()]);
    const key = keyOf(first, start);
    const listing = listings.get(key) ?? createListing(read);
    listings.set(key, listing);
    const enough = (): boolean => [...calls].every(([prefix, call]) => cached(call, prefix, since) !== undefined);
    const many = first.session.notBefore() > 0 ? calls.size : seen.size;
    const pages = Math.min(MAX_PAGES, Math.ceil(many / WORTH));
    await listing.more({ notBefore: since, pages, enough }, (nextToken) => {
      const body = { ...(start === '' ? {} : { logGroupNamePrefix: start }), limit: PAGE, nextToken };
      return ask(callLike(first, { body: Buffer.from(JSON.stringify(body)) }));
    });
    return answersFor(calls, (prefix, call) => cached(call, prefix, since));
  };

  return { actions: ['logs DescribeLogGroups'], plan, maxItems: 100, alone: false, cached, answers };
}
