import { termsOf, type Canary } from './canary.ts';

/** Searches a text or bytes for all canaries in one pass. */
export type Search = (where: string, given: string | Uint8Array) => string[];

const START = 3;
const codeOf = (bytes: Uint8Array, at: number) =>
  ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);

/** Returns a search with one line for each found canary: its shape, its place, and where it was found. */
export function searchFor(canaries: readonly Canary[]): Search {
  const byStart = new Map<number, { term: Buffer; canary: Canary }[]>();
  const starts = new Uint8Array(1 << 24);
  for (const canary of canaries)
    for (const text of termsOf(canary)) {
      const term = Buffer.from(text);
      const code = codeOf(term, 0);
      starts[code] = 1;
      byStart.set(code, [...(byStart.get(code) ?? []), { term, canary }]);
    }
  return (where, given) => {
    const bytes = typeof given === 'string' ? Buffer.from(given) : Buffer.from(given);
    const found = new Set<string>();
    for (let at = 0; at + START <= bytes.length; at += 1) {
      const code = codeOf(bytes, at);
      if (starts[code] === 0) continue;
      for (const { term, canary } of byStart.get(code) ?? [])
        if (bytes.subarray(at, at + term.length).equals(term))
          found.add(`${canary.shape}, planted as ${canary.place}, is in ${where}`);
    }
    return [...found];
  };
}
