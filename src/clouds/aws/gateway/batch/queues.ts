import { isObject } from '../../../../base/json.ts';
import type { Call, CloudAnswer } from '../call/types.ts';
import { only, parsed, type Json, answerLike, answersFor, callLike, headersKey, responseText } from './requests.ts';
import type { Ask, Batcher, Plan } from './types.ts';

type Wanted = { url: string; names: readonly string[] };

function wanted(call: Call): Wanted | undefined {
  if (call.action.protocol !== 'json') return undefined;
  const body = parsed(call.request.body.toString('utf8'));
  if (body === undefined || !only(body, 'QueueUrl', 'AttributeNames')) return undefined;
  const { QueueUrl: url, AttributeNames: names } = body;
  if (typeof url !== 'string' || !Array.isArray(names) || names.length === 0) return undefined;
  return names.every((name) => typeof name === 'string') ? { url, names } : undefined;
}

/** Batches reads of queue attributes: one request fetches all, and each call gets those that it wants. */
export function queueAttributes(): Batcher {
  const queues = new Map<string, { attributes: Json; answer: CloudAnswer; askedAt: number }>();
  const keyOf = (call: Call, { url }: Wanted): string => JSON.stringify([headersKey(call), url]);

  const cached = (call: Call, _item: string, notBefore: number): CloudAnswer | undefined => {
    const want = wanted(call);
    const queue = want && queues.get(keyOf(call, want));
    if (want === undefined || queue === undefined || queue.askedAt < notBefore) return undefined;
    if (want.names.includes('All')) return queue.answer;
    const wantedAttributes = Object.entries(queue.attributes).filter(([name]) => want.names.includes(name));
    const body = wantedAttributes.length === 0 ? {} : { Attributes: Object.fromEntries(wantedAttributes) };
    return answerLike(queue.answer, JSON.stringify(body));
  };

  const plan = (call: Call): Plan | undefined => {
    const want = wanted(call);
    return want && { group: keyOf(call, want), item: JSON.stringify(want.names.toSorted()) };
  };

  const answers = async (calls: ReadonlyMap<string, Call>, ask: Ask): Promise<ReadonlyMap<string, CloudAnswer>> => {
    const [first] = calls.values();
    const want = first && wanted(first);
    if (first === undefined || want === undefined) return new Map();
    const body = JSON.stringify({ QueueUrl: want.url, AttributeNames: ['All'] });
    const { answer, askedAt } = await ask(callLike(first, { body: Buffer.from(body) }));
    const all = JSON.stringify(['All']);
    // The batch's request equals this call, so its answer stands, whatever it is.
    if (answer.status !== 200 && calls.has(all)) return new Map([[all, answer]]);
    const said = parsed(responseText({ answer, askedAt }))?.['Attributes'];
    queues.set(keyOf(first, want), { attributes: isObject(said) ? said : {}, answer, askedAt });
    return answersFor(calls, (item, call) => cached(call, item, askedAt));
  };

  return { actions: ['sqs GetQueueAttributes'], plan, maxItems: 10, alone: true, cached, answers };
}
