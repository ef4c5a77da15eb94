import { createPrivateKey } from 'node:crypto';
import { messageOf } from '../../base/errors.ts';
import { isOrganizationId } from '../../base/ids.ts';
import { isObject } from '../../base/json.ts';
import { parseEncryption, type EncryptionBlock } from '../../engine/state/encryption/config.ts';
import { isNetwork } from '../../api/http/proxies.ts';
import { parseProviderPattern, type ProviderPattern } from '../../provider/address/pattern.ts';

/** Parsers of settings' texts. Each throws an error that says what the text must be, and never repeats the text. */

export const text = (value: string) => value;

/** A list with commas between its values; `one` parses each value. */
export function list<T>(one: (value: string) => T) {
  return (value: string): T[] =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(one);
}

export function network(value: string): string {
  if (!isNetwork(value))
    throw new Error('must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas');
  return value;
}

export function providerPattern(value: string): ProviderPattern {
  const pattern = parseProviderPattern(value);
  if (!pattern)
    throw new Error('must be provider addresses such as hashicorp/aws, acme/* or registry.example.com/acme/*');
  return pattern;
}

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return (value: string) => {
    const n = Number(value);
    if (!Number.isInteger(n) || n < min || n > max) throw new Error(`must be a whole number from ${min} to ${max}`);
    return n;
  };
}

/** 1, true, yes or on; 0, false, no or off. */
export function flag(value: string): boolean {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new Error('must be 1 or 0');
}

/** A URL with one of these protocols. */
export function url(...protocols: string[]) {
  return (value: string) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return value;
  };
}

/** A URL that consists of an origin only. */
export function origin(...protocols: string[]) {
  return (value: string) => {
    const { href, origin } = new URL(url(...protocols)(value));
    if (href !== `${origin}/`) throw new Error('must be an address without path, query or user');
    return origin;
  };
}

/** The base URL of a service. Refuses parts that could contain a key, because URLs are logged. */
export function serviceUrl(value: string): string {
  const { username, password, search, hash } = new URL(url('http:', 'https:')(value));
  if (username || password || search || hash || /[?#]/.test(value))
    throw new Error('must be an address without user, password, query or fragment');
  return value.replace(/\/+$/, '');
}

/** The name of a model at a service. */
export function modelName(value: string): string {
  if (!/^[\x21-\x7e]{1,200}$/.test(value)) throw new Error('must be one word of up to 200 printable characters');
  return value;
}

/** A value for a header: the error that an invalid header value causes would repeat the whole value. */
export function token(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new Error('must be one word of printable characters');
  return value;
}

/** One or two signing secrets. A comma inside a secret would split it, perhaps into one that is short enough to guess. */
export function oneOrTwo(value: string): string[] {
  const values = value.split(',').map((one) => token(one.trim()));
  if (values.length > 2) throw new Error('must be one value, or two with a comma between them');
  if (values.some((one) => one.length < 8)) throw new Error('must have at least 8 characters, each if it is two');
  return values;
}

/** A GitHub App's number, or its client id. */
export function appId(value: string): string {
  if (!/^(?:[1-9]\d{0,14}|Iv[\w.]{4,60})$/.test(value))
    throw new Error("must be the App's number, or its client id (Iv…)");
  return value;
}

export function clientId(value: string): string {
  if (!/^Iv[\w.]{4,60}$/.test(value)) throw new Error("must be the App's client id (Iv…)");
  return value;
}

/** An RSA key as PEM, also with `\n` for line ends or in Base64: many ways to set a variable allow one line only. */
export function rsaKey(value: string): string {
  const lines = value.replaceAll(String.raw`\n`, '\n');
  const pem = lines.includes('-----BEGIN') ? lines : Buffer.from(value, 'base64').toString('utf8');
  let kind: string | undefined;
  try {
    kind = createPrivateKey(pem).asymmetricKeyType;
  } catch {
    // The error's message may repeat the text.
  }
  if (kind !== 'rsa') throw new Error('must be an RSA private key: the .pem file that GitHub gave, whole');
  return pem;
}

type Plan = { name: string; price: string };

/** Stripe prices: `price_1`, or `team=price_1,business=price_2`. The first plan is the default. */
export function plans(value: string): [Plan, ...Plan[]] {
  const [first, ...others] = value.split(',').map((one): Plan => {
    const [, name = 'standard', price = ''] = /^(?:([a-z0-9_-]{1,40})=)?([A-Za-z0-9_]{1,255})$/.exec(one.trim()) ?? [];
    return { name, price };
  });
  if (!first) throw new Error('is empty');
  const found: [Plan, ...Plan[]] = [first, ...others];
  const distinct = (key: 'name' | 'price') => new Set(found.map((plan) => plan[key])).size === found.length;
  if (found.some(({ price }) => price === '') || !distinct('name') || !distinct('price'))
    throw new Error('must be the id of a price, or several as name=price_…,name=price_…');
  return found;
}

/**
 * `{"org_…": "key_provider \"pbkdf2\" …"}`: encryption blocks by the id of the organization whose states they decrypt.
 */
export function stateKeys(value: string): ReadonlyMap<string, readonly EncryptionBlock[]> {
  const shape = 'must be a JSON object of organization ids and what stands inside of encryption { }';
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error(shape);
  }
  if (!isObject(parsed)) throw new Error(shape);
  return new Map(
    Object.entries(parsed).map(([id, one], i) => {
      // A login may change hands, and its new holder could then decrypt the previous one's states.
      if (!isOrganizationId(id))
        throw new Error(
          `entry ${i + 1} is not under an organization's id: use the id ("org_…"), logins may change hands`,
        );
      try {
        const texts = (Array.isArray(one) ? one : [one]).map((block: unknown) =>
          typeof block === 'string' ? block : JSON.stringify(block),
        );
        return [id, texts.map(parseEncryption)];
      } catch (error) {
        throw new Error(`of ${id} cannot be used: ${messageOf(error)}`, { cause: error });
      }
    }),
  );
}

/** The operator's key. It is sent in a header: one that no caller could send would lock the operator out. */
export function operatorKey(value: string): string {
  token(value);
  if (value.length < 20) throw new Error('must have at least 20 characters');
  return value;
}

/** Keys that encrypt secrets; short ones could be guessed from a copy of the database. */
export function secretsKeys(value: string): string[] {
  const keys = oneOrTwo(value);
  if (keys.some((one) => one.length < 20)) throw new Error('must have at least 20 characters, each if it is two');
  return keys;
}

export function oneOf<const T extends string>(...options: T[]) {
  return (value: string): T => {
    const found = options.find((option) => option === value);
    if (!found) throw new Error(`must be one of ${options.join(', ')}`);
    return found;
  };
}
