type Version = { numbers: number[]; pre: string[] };

const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function parse(text: string): Version | undefined {
  const match = text.length > 128 ? null : VERSION.exec(text);
  return match ? { numbers: match.slice(1, 4).map(Number), pre: match[4]?.split('.') ?? [] } : undefined;
}

/** True for a version in the notation of providers (semantic versioning). */
export function isVersion(text: string): boolean {
  return parse(text) !== undefined;
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function comparePre(a: string[], b: string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i], b[i]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Sorts versions by preference: newest first, and every release before every pre-release, because nobody asked for a
 * beta. Texts that are no version come last.
 */
export function byPreference(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return Number(!left) - Number(!right);
  const betas = Number(left.pre.length > 0) - Number(right.pre.length > 0);
  if (betas !== 0) return betas;
  for (let i = 0; i < 3; i++) {
    const order = (right.numbers[i] ?? 0) - (left.numbers[i] ?? 0);
    if (order !== 0) return order;
  }
  return comparePre(right.pre, left.pre);
}
