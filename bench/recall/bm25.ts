type Document = { id: string; text: string };

const [K1, B] = [1.2, 0.75];

const STOP = new Set(
  'a an the of to for in on at by with and or is are was were be been it its this that so our we us as from into out not no any every'.split(
    ' ',
  ),
);

/** The words of a text in lower case without stop words, as in text searches. */
export function words(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP.has(word));
}

const SUFFIXES = ['ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ed', 'es', 's', 'ly'];

/** The stems of the words of a text. */
export function stems(text: string): string[] {
  return words(text).map((word) => {
    const suffix = SUFFIXES.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= 3);
    return suffix === undefined ? word : word.slice(0, -suffix.length);
  });
}

/**
 * The baseline for recall: Okapi BM25, the ranking of most text searches, over all documents. Returns the ids of
 * documents that share a word with the question, best first.
 */
export function bm25(
  documents: readonly Document[],
  split: (text: string) => string[],
): (question: string) => string[] {
  const entries = documents.map(({ id, text }) => {
    const counts = new Map<string, number>();
    for (const word of split(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id, counts, length: split(text).length };
  });
  const average = entries.reduce((sum, { length }) => sum + length, 0) / entries.length;
  const idf = (word: string) => {
    const having = entries.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5));
  };
  return (question) => {
    const asked = [...new Set(split(question))].map((word) => ({ word, weight: idf(word) }));
    const score = ({ counts, length }: (typeof entries)[number]) =>
      asked.reduce((sum, { word, weight }) => {
        const count = counts.get(word) ?? 0;
        return sum + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
      }, 0);
    return entries
      .map((entry) => ({ id: entry.id, score: score(entry) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  };
}
