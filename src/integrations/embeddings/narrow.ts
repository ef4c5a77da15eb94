import { RequestFailed } from '../openai/problem.ts';

/** The limits of one request: some no more than 32 texts, OpenAI's 300,000 tokens. */
const BATCH_TEXTS = 32;
const BATCH_CHARACTERS = 100_000;
/** 8,192 tokens are what the usual models take; where a service says that it is too much, it gets less. */
const TEXT_CHARACTERS = 8_000;

/** A text as it is sent: not longer than a model takes, and without half characters at its end. */
function cut(text: string, length = TEXT_CHARACTERS): string {
  return text.slice(0, length).toWellFormed();
}

/** The texts in their order, cut, as many together as may be sent at once. */
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

/** Vectors of texts, in their order; undefined where the service has none for a text. */
export type Vectors = { dimension: number | undefined; vectors: (Float32Array | undefined)[] };

/** How one call asks. */
export type Call = {
  ask(texts: readonly string[]): Promise<Vectors>;
  /** Whether the service embeds what every model takes, at this moment. */
  isWell(): Promise<boolean>;
  /** Whether there is time to find out how much of a text that takes too long would not. */
  takesTime: boolean;
};

/** A text that is not taken is shortened down to this. */
const MIN_CHARACTERS = 256;

/** The vectors of several answers as one. Throws `RequestFailed` where they differ in dimension. */
export function joined(parts: readonly Vectors[]): Vectors {
  const dimensions = new Set(parts.map(({ dimension }) => dimension).filter((dimension) => dimension !== undefined));
  if (dimensions.size > 1)
    throw new RequestFailed({ reason: 'unusable_answer', detail: 'its answers differ in dimension' });
  return { dimension: [...dimensions][0], vectors: parts.flatMap(({ vectors }) => vectors) };
}

/**
 * Asks for what may be sent at once. Services say in many ways that they cannot embed a text: they refuse it, answer 500 or
 * without numbers, break off, or never end. Where one does and embeds something else at the same time, what was asked for
 * is halved, first the batch, then the text; a text of which no part is taken has no vector. Throws `RequestFailed`
 * where it is the service itself.
 */
export async function askNarrowing(call: Call, texts: readonly string[]): Promise<Vectors> {
  try {
    return await call.ask(texts);
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.problem.reason === 'throttled') throw error;
    // Asked anew each time: what it is now says nothing of it a moment ago.
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
