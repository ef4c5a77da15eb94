type Range = { type: string; subtype: string; quality: number };

function rangeOf(text: string): Range | undefined {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
  if (type === undefined || subtype === undefined || (type === '*' && subtype !== '*')) return undefined;
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality !== undefined && !/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality)) return undefined;
  return { type, subtype, quality: Number(quality ?? 1) };
}

const exactness = ({ type, subtype }: Range) => Number(type !== '*') + Number(subtype !== '*');

/** The quality of a media type, from 0 to 1: the most specific range that matches decides (RFC 9110, 12.5.1). */
function qualityOf(offer: string, ranges: Range[]): number {
  const [type, subtype] = offer.split('/');
  const fitting = ranges.filter(
    (range) => (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype),
  );
  const exactest = Math.max(...fitting.map(exactness));
  return Math.max(0, ...fitting.filter((range) => exactness(range) === exactest).map(({ quality }) => quality));
}

/**
 * Chooses a response's media type by the `Accept` header: the one with the highest quality; the earliest of equals, and
 * where none is acceptable or no range can be parsed.
 * @param offers in the order of preference, at least one
 */
export function negotiate<const T extends string>(accept: string | undefined, offers: readonly [T, ...T[]]): T {
  const ranges = (accept ?? '*/*').split(',').flatMap((text) => rangeOf(text) ?? []);
  const [first] = offers;
  return offers.reduce((best, offer) => (qualityOf(offer, ranges) > qualityOf(best, ranges) ? offer : best), first);
}
