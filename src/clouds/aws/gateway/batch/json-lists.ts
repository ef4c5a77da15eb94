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
import type { Ask, Batcher, Plan } from './types.ts';

/** A call of a JSON service that names one resource, and its batch call. */
export type JsonList = {
  service: string;
  action: string;
  /** The one resource that a request names. */
  item(body: Json): string | undefined;
  /** The same request for many resources. */
  many(body: Json, items: readonly string[]): Json;
  /** The action for many resources, where it is another one. */
  manyAction?: string;
  /** Splits an answer into one for each resource. */
  members(answer: Json): readonly (readonly [item: string, answer: Json])[];
  maxItems: number;
};

const one = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : undefined;
/** For requests `{names: ["one"]}`, of one or many, with the answer `{list: [{name: "one", …}]}`. */
function named(
  [service, action, maxItems]: readonly [string, string, number],
  [names, list, name]: readonly [string, string, string],
  rest: readonly string[] = [],
): JsonList {
  return {
    service,
    action,
    item: (body) => (only(body, names, ...rest) ? one(body[names]) : undefined),
    many: (body, items) => ({ ...body, [names]: items }),
    members: (answer) => {
      // Missing resources stand in `failures`, beside the list; the answer for a found resource has none.
      const empty = 'failures' in answer ? { failures: [] } : {};
      return objects(answer[list]).map((member) => [String(member[name]), { [list]: [member], ...empty }] as const);
    },
    maxItems,
  };
}

const equalName = (body: Json): string | undefined => {
  const [filter, second] = objects(body['ParameterFilters']);
  if (filter === undefined || second !== undefined || !only(body, 'ParameterFilters')) return undefined;
  return filter['Key'] === 'Name' && filter['Option'] === 'Equals' ? one(filter['Values']) : undefined;
};

/** Only plain names: the answer writes `:version` or an ARN's account in another way. */
const plainName = (name: unknown): string | undefined =>
  typeof name === 'string' && /^[\w./-]+$/.test(name) ? name : undefined;

export const JSON_LISTS: readonly JsonList[] = [
  {
    service: 'ssm',
    action: 'GetParameter',
    item: (body) => (only(body, 'Name', 'WithDecryption') ? plainName(body['Name']) : undefined),
    many: ({ Name: _name, ...rest }, items) => ({ ...rest, Names: items }),
    manyAction: 'GetParameters',
    members: (answer) => objects(answer['Parameters']).map((Parameter) => [String(Parameter['Name']), { Parameter }]),
    maxItems: 10,
  },
  {
    service: 'ssm',
    action: 'DescribeParameters',
    item: (body) => plainName(equalName(body)),
    many: (_body, items) => ({ ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values: items }], MaxResults: 50 }),
    members: (answer) =>
      objects(answer['Parameters']).map((member) => [String(member['Name']), { Parameters: [member] }]),
    maxItems: 50,
  },
  named(['ecr', 'DescribeRepositories', 100], ['repositoryNames', 'repositories', 'repositoryName'], ['registryId']),
  named(['ecs', 'DescribeClusters', 100], ['clusters', 'clusters', 'clusterArn'], ['include']),
];

function batcherOf(list: JsonList): Batcher {
  const bodyOf = (call: Call): Json | undefined => parsed(call.request.body.toString('utf8'));

  const plan = (call: Call): Plan | undefined => {
    const body = call.action.protocol === 'json' ? bodyOf(call) : undefined;
    const item = body && list.item(body);
    if (body === undefined || item === undefined) return undefined;
    return { group: `${headersKey(call)} ${JSON.stringify(list.many(body, []))}`, item };
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const [first] = calls.values();
    const body = first && bodyOf(first);
    if (first === undefined || body === undefined) return new Map();
    const { headers } = first.request;
    const { name } = first.action;
    const action = list.manyAction ?? name;
    const target = String(headers['x-amz-target']).replace(/[^.]+$/, action);
    const many = callLike(
      first,
      {
        headers: { ...headers, 'x-amz-target': target },
        body: Buffer.from(JSON.stringify(list.many(body, [...calls.keys()]))),
      },
      { name: action, permissions: [`${list.service}:${action}`] },
    );
    const response = await ask(many);
    const answer = parsed(responseText(response));
    // Two entries for one item are ambiguous, so both are dropped.
    const seen = new Map<string, CloudAnswer | undefined>();
    for (const [item, member] of answer === undefined ? [] : list.members(answer))
      seen.set(item, seen.has(item) ? undefined : answerLike(response.answer, JSON.stringify(member)));
    return answersFor(seen, (_item, answer) => answer);
  };

  return { actions: [`${list.service} ${list.action}`], plan, maxItems: list.maxItems, alone: false, answers };
}

export const jsonLists = (lists: readonly JsonList[]): readonly Batcher[] => lists.map(batcherOf);
