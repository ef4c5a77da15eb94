/** Where a part of a path or address ends: before a dot, a bracket or a blank that is not inside a quoted key. */
function partEnds(text: string): { at: number; part: number }[] {
  const ends: { at: number; part: number }[] = [];
  let quoted = false;
  let part = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '.' || character === '[' || character === ' ')) {
      ends.push({ at: i, part });
      if (character === '.') part += 1;
    }
  }
  return ends;
}

/** The ends of the prefixes of a path that enclose it: `rule` and `rule[0]` of `rule[0].days`. */
export const stopsOfPath = (path: string): Set<number> => new Set(partEnds(path).map(({ at }) => at));

/** The same for an address, whose parts come in pairs: `module.a` and `module.a.aws_x.b` of `module.a.aws_x.b[0]`. */
export const stopsOfAddress = (address: string): Set<number> =>
  new Set(
    partEnds(address)
      .filter(({ part }) => part % 2 === 1)
      .map(({ at }) => at),
  );
