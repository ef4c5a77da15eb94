const VERSION_1 = /^([0-9a-f]{8})-([0-9a-f]{4})-1([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** From the beginning of the Gregorian calendar, which these count from, to that of Unix time, in 100 ns. */
const GREGORIAN = 0x01b2_1dd2_1381_4000n;

/**
 * When a delivery was made, out of its id: GitHub's are UUIDs of version 1 (RFC 9562, 5.1), which hold that time, and a
 * delivery that is sent again keeps its id. GitHub does not promise that; undefined for every other id.
 */
export function timeOfDelivery(id: string): Date | undefined {
  const [, low, middle, high] = VERSION_1.exec(id) ?? [];
  if (low === undefined) return undefined;
  return new Date(Number((BigInt(`0x${high}${middle}${low}`) - GREGORIAN) / 10_000n));
}
