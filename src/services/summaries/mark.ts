import type { FindingFacts } from './finding-facts.ts';

/** What stands for an address of a finding, or for the sentence that it is, and for any other name that findings have. */
export const ADDRESS = '\u{e000}';
export const NAME = '\u{e001}';

/** A line in which every name of the findings is replaced by what stands for it; of which findings the addresses are. */
export type Marked = { text: string; scope: readonly FindingFacts[]; names: readonly string[] };

/** What a name may not follow, and what may not follow it: it would be a part of another one. */
const BEFORE = /[\p{L}\p{N}_./:@\\-]/u;
const AFTER = /^(?:[\p{L}\p{N}_/@[\\*-]|[.:][\p{L}\p{N}_*"[/])/u;

/** Finds the names of findings in lines, the longest that fits at each place. */
export function marker(facts: readonly FindingFacts[]): (line: string) => Marked {
  const owned = facts.flatMap((one) =>
    [one.address, ...(one.sayable ? [one.what] : [])].map((name) => ({ name, one })),
  );
  const owners = Map.groupBy(owned, ({ name }) => name);
  const sentences = facts.flatMap(({ sayable, what }) => (sayable ? [what] : []));
  const names = [...new Set([...sentences, ...facts.flatMap((one) => [...one.names])])].toSorted(
    (a, b) => b.length - a.length,
  );
  const byFirst = Map.groupBy(names, (name) => name[0]);
  return (line) => {
    let text = '';
    const found: string[] = [];
    const scope = new Set<FindingFacts>();
    for (let at = 0; at < line.length;) {
      const isInside = at > 0 && BEFORE.test(line[at - 1] ?? '');
      const name = isInside
        ? undefined
        : byFirst
            .get(line[at])
            ?.find((one) => line.startsWith(one, at) && !AFTER.test(line.slice(at + one.length, at + one.length + 2)));
      if (name === undefined) {
        text += line[at];
        at += 1;
        continue;
      }
      const own = owners.get(name);
      text += own ? ADDRESS : NAME;
      for (const { one } of own ?? []) scope.add(one);
      if (!own) found.push(name);
      at += name.length;
    }
    return { text, scope: [...scope], names: found };
  };
}
