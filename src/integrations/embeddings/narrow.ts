import { RequestFailed } from '../openai/problem.ts';

/** Limits of one request: some services take at most 32 texts, OpenAI 300,000 tokens. */
const BATCH_TEXTS = 32;
const BATCH_CHARACTERS = 100_000;
/** The usual models take 8,192 tokens; a service that refuses a text as too long gets a shorter one. */
const TEXT_CHARACTERS = 8_000;

/** Cuts a text to what a model takes, without half a surrogate pair at its end. */
function cut(text: string, length = TEXT_CHARACTERS): string {
  return text.slice(0, length).toWellFormed();
}

/** The cut texts in order, in batches that fit into one request. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts.map((whole) => cut(whole))) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_TEXTS && text.length <= room) last.push(text);
    else {
      batches.push([text]);
      room = BATCH_CHARACTERS;
    }
    room -= text.length;
  }
  return batches;
}

/** Vectors of texts, in order; undefined where the service has none for a text. */
export type Vectors = { dimension: number | undefined; vectors: (Float32Array | undefined)[] };

/** The requests of one call. */
export type Call = {
  ask(texts: readonly string[]): Promise<Vectors>;
  /** Whether the service currently embeds a text that every model takes. */
  isWell(): Promise<boolean>;
  /** Whether there is time to find out which shorter part of a slow text the service embeds in time. */
  takesTime: boolean;
};

/** A refused text is shortened down to this length. */
const MIN_CHARACTERS = 256;

/** Merges the vectors of several responses. Throws `RequestFailed` where their dimensions differ. */
export function joined(parts: readonly Vectors[]): Vectors {
  const dimensions = new Set(parts.map(({ dimension }) => dimension).filter((dimension) => dimension !== undefined));
  if (dimensions.size > 1)
    throw new RequestFailed({ reason: 'unusable_answer', detail: 'its answers differ in dimension' });
  return { dimension: [...dimensions][0], vectors: parts.flatMap(({ vectors }) => vectors) };
}

/**
 * Embeds a batch. Services report in many ways that they cannot embed a text: they refuse it, answer 500 or without
 * numbers, break off, or never end. If such a service still embeds a harmless text, the batch is halved, then the text;
 * a text no part of which is embedded has no vector. Throws `RequestFailed` where the service itself fails.
 */
export async function askNarrowing(call: Call, texts: readonly string[]): Promise<Vectors> {
  try {
    return await call.ask(texts);
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.problem.reason === 'throttled') throw error;
    // Checked each time: the service may have failed since the last check.
    if (!(await call.isWell())) throw error;
    const slow = error.problem.reason === 'timeout';
    if (slow && !call.takesTime) throw error;
    if (texts.length > 1) {
      const middle = texts.length >> 1;
      const first = await askNarrowing(call, texts.slice(0, middle));
      return joined([first, await askNarrowing(call, texts.slice(middle))]);
    }
    const [text = ''] = texts;
    if (text.length <= MIN_CHARACTERS) return { dimension: undefined, vectors: [undefined] };
    return askNarrowing(call, [cut(text, slow ? MIN_CHARACTERS : Math.max(MIN_CHARACTERS, text.length >> 1))]);
  }
}
