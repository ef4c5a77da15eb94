/** Longer labels are cut, since nobody reads them. */
const MAX_LABEL = 64;

/** Converts a text to the name of a resource or variable: a letter or `_` first, then letters, digits and `_`. */
export function labelOf(text: string): string {
  const label = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_LABEL)
    .replace(/_+$/, '');
  if (label === '') return 'unnamed';
  return /^[a-z]/.test(label) ? label : `_${label}`;
}

/** Makes names that are unique within a kind: the second use of a name gets `_2`. */
export function createLabels() {
  const taken = new Set<string>();
  return (kind: string, text: string): string => {
    const label = labelOf(text);
    let unique = label;
    for (let n = 2; taken.has(`${kind} ${unique}`); n += 1) unique = `${label}_${n}`;
    taken.add(`${kind} ${unique}`);
    return unique;
  };
}
