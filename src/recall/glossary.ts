/**
 * Spelled-out cloud terms, so that `sg`, port 22 and `aws_security_group` have a meaning in a table of English words.
 */
export type Glossary = {
  /** By resource type, without `aws_`. */
  types: ReadonlyMap<string, string>;
  /** By port number. */
  ports: ReadonlyMap<string, string>;
  /** By term, in lower case. */
  terms: ReadonlyMap<string, string>;
  /** Matches the terms, the longest first. */
  term: RegExp;
};

const ADDRESS = /\baws_([a-z0-9_]+)(?:\.([A-Za-z0-9_-]+))?/g;
const PORT = /(\bports?\s+|:)(\d{2,5})\b/gi;

/** Builds a glossary from its lists. */
export function glossaryFrom(lists: Pick<Glossary, 'types' | 'ports' | 'terms'>): Glossary {
  const longestFirst = [...lists.terms.keys()].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((term) => term.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join('|');
  // Without terms, a pattern that never matches.
  return { ...lists, term: new RegExp(`(?<![A-Za-z0-9_])(?:${any || '(?!)'})(?![A-Za-z0-9_])`, 'gi') };
}

function spellOut({ ports, terms, term }: Glossary, text: string): string {
  return text
    .replace(PORT, (whole, _before, port: string) => {
      const service = ports.get(port);
      return service === undefined ? whole : `${whole} (${service})`;
    })
    .replace(term, (found) => terms.get(found.toLowerCase()) ?? found)
    .replaceAll('_', ' ');
}

/** Spells out a text: known resource types, parts of names, known ports, and abbreviations become words. */
export function expand(glossary: Glossary, text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [whole, type = '', name] = match;
    parts.push(spellOut(glossary, text.slice(at, match.index)));
    parts.push(glossary.types.get(type) ?? type.replaceAll('_', ' '));
    if (name !== undefined) parts.push(' ', name.replace(/[_-]/g, ' '));
    at = match.index + whole.length;
  }
  parts.push(spellOut(glossary, text.slice(at)));
  return parts.join('');
}
