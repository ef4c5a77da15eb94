import { decode, encode } from '@msgpack/msgpack';
import { UNKNOWN } from '../../base/value.ts';
import type { DynamicValue } from '../protocol/messages.ts';

/** A decoded msgpack value before the schema is applied. */
export type Raw =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | typeof UNKNOWN
  | Raw[]
  | { [key: string]: Raw };

/** cty encodes unknown values as an extension, whose type code only carries refinements. */
const EVERY_EXTENSION_IS_UNKNOWN = {
  __brand: undefined,
  tryToEncode: () => null,
  decode: () => UNKNOWN,
};

const DIGITS = /^-?\d+$/;

/** A JSON number: a double where that is exact, else a bigint or the decimal text. */
function numberOf(source: string): number | bigint | string {
  const double = Number(source);
  if (DIGITS.test(source)) return Number.isSafeInteger(double) ? double : BigInt(source);
  return String(double) === source ? double : source;
}

function parseJson(text: string): Raw {
  const reviver = (_: string, value: Raw, context?: { source?: string }): Raw =>
    typeof value === 'number' && context?.source !== undefined ? numberOf(context.source) : value;
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown) as Raw;
}

/** Encodes JSON as msgpack without a schema: for values whose types JSON has, such as identities. */
export const packJson = (text: string): DynamicValue => ({ msgpack: encode(parseJson(text), { useBigInt64: true }) });

/** Reads either encoding. An absent or empty value is null, as in Terraform's core. Throws for broken bytes. */
export function readRaw(value: DynamicValue | null): Raw {
  if (value?.msgpack?.length)
    return decode(value.msgpack, { useBigInt64: true, extensionCodec: EVERY_EXTENSION_IS_UNKNOWN }) as Raw;
  if (value?.json?.length) return parseJson(Buffer.from(value.json).toString('utf8'));
  return null;
}
