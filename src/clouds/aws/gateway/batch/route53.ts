import { escapeXml } from '../call/encoding.ts';
import type { Call, CloudAnswer } from '../call/types.ts';
import { answerLike, callLike, headersKey, responseText } from './requests.ts';
import { youngEnough, type Ask, type Batcher, type Plan } from './types.ts';
import { at, inner, kids, outer, parseXml, textAt, withInner, type Xml } from './xml.ts';

/** The maximum number of record sets on a page. */
const PAGE = 300;

const RECORDS = /^(\/2013-04-01\/hostedzone\/[^/?]+\/rrset)\?(.*)$/;

type Position = { name: string; type: string; identifier: string };
type Record = Position & { text: string };

/** Consecutive record sets of a zone, in the zone's order. */
type Page = {
  askedAt: number;
  /** The requested start; undefined: the zone's first record set. */
  from: string | undefined;
  records: readonly Record[];
  /** The record set after the last one. */
  next: Position | undefined;
  answer: CloudAnswer;
  root: Xml;
  /** The element that contains the record sets. */
  list: Xml;
};

/** Normalizes a name for comparison: lower case, with the final dot, and an asterisk as answers write it. */
const nameOf = (name: string): string =>
  `${name.toLowerCase().replaceAll('*', String.raw`\052`)}.`.replace(/\.\.$/, '.');
const keyOf = ({ name, type, identifier }: Position): string => JSON.stringify([name, type, identifier]);

/** The start of a list of one record set; undefined for other calls. */
function wanted(call: Call): { zone: string; position: Position } | undefined {
  const [, zone, query] = RECORDS.exec(call.request.target) ?? [];
  if (zone === undefined || call.request.method !== 'GET') return undefined;
  const { maxitems, name, type, identifier = '', ...rest } = Object.fromEntries(new URLSearchParams(query));
  if (maxitems !== '1' || name === undefined || type === undefined || Object.keys(rest).length > 0) return undefined;
  return { zone, position: { name: nameOf(name), type, identifier } };
}

const read = (xml: Xml, prefix: string): Position => {
  const say = (name: string): string => textAt(xml, name) ?? '';
  const identifier = prefix === '' ? 'SetIdentifier' : `${prefix}Identifier`;
  return { name: nameOf(say(`${prefix}Name`)), type: say(`${prefix}Type`), identifier: say(identifier) };
};

function pageOf(text: string, from: string | undefined, askedAt: number, answer: CloudAnswer): Page | undefined {
  const root = parseXml(text);
  const list = at(root, 'ResourceRecordSets');
  if (list === undefined) return undefined;
  const records = kids(list).map((one) => ({ ...read(one, ''), text: outer(one) }));
  const more = textAt(root, 'IsTruncated') === 'true';
  return { askedAt, from, records, next: more ? read(root, 'NextRecord') : undefined, answer, root, list };
}

/** The answer to a request for one record set, from this page. Undefined where the page may not have it. */
function fromPage({ from, records, next, answer, root, list }: Page, position: Position): CloudAnswer | undefined {
  const first = records.findIndex(({ name, type }) => name === position.name && type === position.type);
  const identified = (one: Record): boolean =>
    one.name === position.name && one.type === position.type && one.identifier === position.identifier;
  const index = position.identifier === '' ? first : records.findIndex(identified);
  const record = records[index];
  // Another record set of this name may precede the first one of a page, unless the page starts where the call does.
  if (record === undefined || (index === 0 && from !== undefined && from !== keyOf(position))) return undefined;
  const behind = index + 1 < records.length ? records[index + 1] : next;
  const tail =
    behind === undefined
      ? '<IsTruncated>false</IsTruncated>'
      : `<IsTruncated>true</IsTruncated><NextRecordName>${escapeXml(behind.name)}</NextRecordName><NextRecordType>${behind.type}</NextRecordType>` +
        // AWS gives the identifier only where the next record set has the same name and type.
        (behind.identifier === '' || behind.name !== record.name || behind.type !== record.type
          ? ''
          : `<NextRecordIdentifier>${escapeXml(behind.identifier)}</NextRecordIdentifier>`);
  const head = root.document.slice(0, root.start);
  const body = `${withInner(list, record.text)}${tail}<MaxItems>1</MaxItems>`;
  return answerLike(answer, head + withInner(root, body));
}

/**
 * Batches reads of single record sets. Such a read lists one record set from a start on; 300 cost as much. So this
 * fetches the zone's first page, and then a page from each record set that is on none yet.
 */
export function recordSets(): Batcher {
  const pages = new Map<string, Page[]>();

  const cached = (call: Call, _item: string, notBefore: number): CloudAnswer | undefined => {
    const want = wanted(call);
    for (const page of want === undefined ? [] : (pages.get(groupOf(call)) ?? [])) {
      const answer = page.askedAt >= notBefore && want ? fromPage(page, want.position) : undefined;
      if (answer !== undefined) return answer;
    }
    return undefined;
  };

  const groupOf = (call: Call): string => `${headersKey(call)} ${wanted(call)?.zone}`;

  const plan = (call: Call): Plan | undefined => {
    const want = wanted(call);
    return want && { group: groupOf(call), item: keyOf(want.position) };
  };

  const fetch = async (call: Call, from: string | undefined, ask: Ask): Promise<void> => {
    const want = wanted(call);
    if (want === undefined) return;
    const { name, type, identifier } = Object.fromEntries(new URLSearchParams(call.request.target.split('?')[1]));
    const start = { name: name ?? '', type: type ?? '', ...(identifier === undefined ? {} : { identifier }) };
    const query = new URLSearchParams({ maxitems: `${PAGE}`, ...(from === undefined ? {} : start) });
    const response = await ask(callLike(call, { target: `${want.zone}?${query.toString()}` }));
    const page = pageOf(responseText(response), from, response.askedAt, response.answer);
    if (page === undefined) return;
    const had = pages.get(groupOf(call)) ?? [];
    pages.set(groupOf(call), [page, ...had.filter((one) => one.from !== from)]);
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const answered = new Map<string, CloudAnswer>();
    const take = (since: number): void => {
      for (const [item, call] of calls) {
        const answer = answered.has(item) ? undefined : cached(call, item, since);
        if (answer !== undefined) answered.set(item, answer);
      }
    };
    const [first] = calls.values();
    if (first === undefined) return answered;
    const since = youngEnough(first);
    const start = pages.get(groupOf(first))?.find(({ from }) => from === undefined);
    if (start === undefined || start.askedAt < since) await fetch(first, undefined, ask);
    take(since);
    for (const [item, call] of calls) {
      if (answered.has(item)) continue;
      const zone = pages.get(groupOf(first))?.find(({ from }) => from === undefined);
      // The whole zone was on its first page: a missing record gets its own call.
      if (zone !== undefined && zone.next === undefined) break;
      await fetch(call, item, ask);
      take(since);
    }
    return answered;
  };

  return { actions: ['route53 ListResourceRecordSets'], plan, maxItems: PAGE, alone: true, cached, answers };
}

const TAGS = /^(\/2013-04-01\/tags\/hostedzone)\/([A-Z\d]+)$/;

/** Batches reads of zones' tags, ten zones a request. */
export function zoneTags(): Batcher {
  const itemOf = (call: Call): string | undefined =>
    call.request.method === 'GET' ? TAGS.exec(call.request.target)?.[2] : undefined;

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const answered = new Map<string, CloudAnswer>();
    const [first] = calls.values();
    const target = first && TAGS.exec(first.request.target)?.[1];
    if (first === undefined || target === undefined) return answered;
    const ids = [...calls.keys()].map((id) => `<ResourceId>${id}</ResourceId>`).join('');
    const space = 'xmlns="https://route53.amazonaws.com/doc/2013-04-01/"';
    const body = `<ListTagsForResourcesRequest ${space}><ResourceIds>${ids}</ResourceIds></ListTagsForResourcesRequest>`;
    const headers = { ...first.request.headers, 'content-type': 'application/xml' };
    const response = await ask(
      callLike(
        first,
        { method: 'POST', target, headers, body: Buffer.from(body) },
        { name: 'ListTagsForResources', permissions: ['route53:ListTagsForResources'] },
      ),
    );
    const root = parseXml(responseText(response));
    for (const set of kids(at(root, 'ResourceTagSets') ?? root)) {
      const id = textAt(set, 'ResourceId');
      if (id === undefined) continue;
      const answer = `<ListTagsForResourceResponse ${space}><ResourceTagSet>${inner(set)}</ResourceTagSet></ListTagsForResourceResponse>`;
      answered.set(id, answerLike(response.answer, `<?xml version="1.0"?>\n${answer}`));
    }
    return answered;
  };

  const plan = (call: Call): Plan | undefined => {
    const item = itemOf(call);
    return item === undefined ? undefined : { group: headersKey(call), item };
  };
  return { actions: ['route53 ListTagsForResource'], plan, maxItems: 10, alone: false, answers };
}
