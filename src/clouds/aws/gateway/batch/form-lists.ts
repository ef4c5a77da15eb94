import type { Call, CloudAnswer } from '../call/types.ts';
import type { FormList } from './form-list-table.ts';
import { answerLike, callLike, headersKey, responseText } from './requests.ts';
import type { Ask, Batcher, Plan } from './types.ts';
import { all, at, documentWith, kids, outer, parseXml, textOf, withInner, type Xml } from './xml.ts';

/** The maximum number of pages of one batch; a resource on none of them gets its own call. */
const PAGES = 5;

type Params = [name: string, value: string][];

const paramsOf = (call: Call): Params => [...new URLSearchParams(call.request.body.toString('utf8'))];
const bodyOf = (params: Params): Buffer => Buffer.from(new URLSearchParams(params).toString());

/** Ids, names and ARNs without characters that a filter reads as a pattern. */
const PLAIN = /^[^*?\\]+$/;
/** A paged call is not batched. */
const PAGED = /^(?:MaxResults|MaxRecords|NextToken|Marker|PageSize|DryRun)$/;

/** The resource's id in the parameters, and the other parameters; undefined where there is not exactly one id. */
function taken(params: Params, list: FormList): { rest: Params; item: string } | undefined {
  if (params.some(([name]) => PAGED.test(name))) return undefined;
  const wanted = (name: string): boolean => {
    if (list.param !== undefined) return name.startsWith(`${list.param}.`);
    const index = params.find(([key, value]) => /^Filter\.\d+\.Name$/.test(key) && value === list.filter)?.[0];
    return index !== undefined && name.startsWith(index.replace(/Name$/, ''));
  };
  const own = params.filter(([name]) => wanted(name));
  const values = own.filter(([name]) => !name.endsWith('.Name'));
  const item = values[0]?.[1];
  if (values.length !== 1 || item === undefined || !PLAIN.test(item)) return undefined;
  return { rest: params.filter(([name]) => !wanted(name)), item };
}

/** The parameters of a request for many items. */
function batchParams(rest: Params, items: readonly string[], { param, filter }: FormList): Params {
  if (filter === undefined) return [...rest, ...items.map((item, i): [string, string] => [`${param}.${i + 1}`, item])];
  const used = rest.map(([name]) => Number(/^Filter\.(\d+)\./.exec(name)?.[1] ?? 0));
  const key = `Filter.${Math.max(0, ...used) + 1}`;
  return [
    ...rest,
    [`${key}.Name`, filter],
    ...items.map((item, i): [string, string] => [`${key}.Value.${i + 1}`, item]),
  ];
}

/** The members of an answer's list as text, with ids. A reservation gives a member for each instance. */
function membersOf(set: Xml, { id, within }: FormList): { text: string; ids: Set<string> }[] {
  const ids = (xml: Xml): Set<string> => new Set(all(xml, id).map(textOf));
  return kids(set).flatMap((member) => {
    const group = within === undefined ? undefined : at(member, within);
    if (group === undefined) return [{ text: outer(member), ids: ids(member) }];
    return kids(group).map((one) => {
      const before = member.document.slice(member.from, group.start);
      const after = member.document.slice(group.end, member.to);
      return { text: withInner(member, before + withInner(group, outer(one)) + after), ids: ids(one) };
    });
  });
}

/** Batches Describe* calls by ids or a filter, and gives each call its own members in its own answer. */
function batcherOf(list: FormList): Batcher {
  const plan = (call: Call): Plan | undefined => {
    if (call.action.protocol !== 'ec2' && call.action.protocol !== 'query') return undefined;
    if (call.request.method !== 'POST' || call.request.target !== '/') return undefined;
    const parsed = taken(paramsOf(call), list);
    return (
      parsed && {
        group: `${headersKey(call)} ${parsed.rest
          .map((one) => JSON.stringify(one))
          .toSorted()
          .join(' ')}`,
        item: parsed.item,
      }
    );
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const [first] = calls.values();
    const parsed = first && taken(paramsOf(first), list);
    const answered = new Map<string, CloudAnswer>();
    if (first === undefined || parsed === undefined) return answered;
    const params = batchParams(parsed.rest, [...calls.keys()], list);
    const texts = new Map<string, string>([...calls.keys()].map((item) => [item, '']));
    let token = '';
    for (let page = 1; page <= PAGES; page++) {
      const next: Params = token === '' ? [] : [[list.token[1], token]];
      const response = await ask(callLike(first, { body: bodyOf([...params, ...next]) }));
      const root = parseXml(responseText(response));
      const set = at(root, ...list.set);
      if (set === undefined) return answered;
      for (const { text, ids } of membersOf(set, list))
        for (const one of ids) if (texts.has(one)) texts.set(one, texts.get(one) + text);
      const more = at(root, ...list.set.slice(0, -1), list.token[0]);
      token = more === undefined ? '' : textOf(more);
      if (token === '') {
        const whole = more === undefined ? root : parseXml(documentWith(more, ''));
        const place = at(whole, ...list.set) ?? set;
        for (const [item, text] of texts) {
          // An empty list is an answer only where the resource exists; else the call itself has to decide.
          if (text === '' && list.mayBeEmpty !== true) continue;
          answered.set(item, answerLike(response.answer, documentWith(place, text)));
        }
        return answered;
      }
    }
    return answered;
  };

  return { actions: [`${list.service} ${list.action}`], plan, maxItems: list.maxItems, alone: false, answers };
}

export const formLists = (lists: readonly FormList[]): readonly Batcher[] => lists.map(batcherOf);
