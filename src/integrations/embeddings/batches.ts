/** What services of this kind take at once: some no more than 32 texts, OpenAI's 300,000 tokens. */
const BATCH_TEXTS = 32;
const BATCH_CHARACTERS = 100_000;
/** 8,192 tokens are what the usual models take; where a service says that it is too much, it gets less. */
const TEXT_CHARACTERS = 8_000;

/** A text as it is sent: not longer than a model takes, and without half characters at its end. */
export function cut(text: string, length = TEXT_CHARACTERS): string {
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
