import { randomBytes } from 'node:crypto';
import { startFaultyService, type FaultyService, type ServiceCall, type ServiceFault } from '../faulty-service.ts';
import { noteOf } from './note.ts';

/** A request to the model, as received. */
export type SeenCompletion = {
  authorization: string | undefined;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
    stream?: boolean;
  };
};

/** The fault of a request. `says` replaces the model's text; `well` is no fault. */
export type LlmFault =
  | ServiceFault
  | { well: true }
  | { streams: true }
  | { finish: string }
  | { says: string | ((data: string) => string) };

/** `url` is for AI_BASE_URL. */
export type LlmEmulator = {
  apiKey: string;
  model: string;
  /** All received requests, including failed ones. */
  seen: SeenCompletion[];
  /** The maximum number of concurrent requests so far. */
  most: () => number;
  /** Whether it behaves like OpenAI's reasoning models, which refuse the older parameters for limits. */
  thinks: boolean;
} & FaultyService<LlmFault>;

const completion = (model: string, content: string, finish = 'stop') =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const events = (model: string, content: string) =>
  content
    .split(' ')
    .map((word) => `data: ${JSON.stringify({ model, choices: [{ index: 0, delta: { content: `${word} ` } }] })}\n\n`)
    .join('');

/**
 * Starts a server with an OpenAI-compatible `/chat/completions` on 127.0.0.1, with a scripted model and faults on
 * demand.
 */
export async function startLlm(): Promise<LlmEmulator> {
  const apiKey = `llm-${randomBytes(18).toString('hex')}`;
  const model = 'stand-in-writer';
  const seen: SeenCompletion[] = [];
  let [now, most] = [0, 0];

  async function serve({ path, authorization, body: given, takeFault, spoil, answer, refuse }: ServiceCall<LlmFault>) {
    const body = given as SeenCompletion['body'];
    seen.push({ authorization, body });
    const fault = takeFault() ?? { well: true };
    if (await spoil(fault)) return;
    if (path !== '/v1/chat/completions' || body.model !== model) return refuse(404, 'There is no such model.');
    if (authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key.');
    if (emulator.thinks && (body.max_tokens !== undefined || body.temperature !== undefined))
      return refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
    const data = body.messages.at(-1)?.content ?? '';
    const said = 'says' in fault ? fault.says : noteOf;
    const text = typeof said === 'string' ? said : said(data);
    if ('streams' in fault) return answer(200, events(model, text), 'text/event-stream');
    answer(200, completion(model, text, 'finish' in fault ? fault.finish : 'stop'));
  }

  const service = await startFaultyService<LlmFault>(async (call) => {
    now += 1;
    most = Math.max(most, now);
    call.onEnd(() => (now -= 1));
    await serve(call);
  });
  const emulator: LlmEmulator = { ...service, apiKey, model, seen, most: () => most, thinks: false };
  return emulator;
}
