import { isObject, type Json } from '../../base/json.ts';
import { percentDecoded } from '../../base/percent.ts';
import { isSecretName, snake } from '../../engine/mask/secret-names.ts';
import { looksSecret } from '../../engine/mask/known-secrets.ts';
import { maskText } from '../../engine/mask/mask.ts';
import type { ProviderSettings } from '../../engine/refresh/providing.ts';

/** Parses a JSON document in a text: credentials often come so, and a provider's error may repeat a part of them. */
function documentIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The certainty that a text is a secret: `yes` by its name or form, `perhaps` if it looks generated, whatever its name.
 */
type Secrecy = 'no' | 'perhaps' | 'yes';
const RANKS: readonly Secrecy[] = ['no', 'perhaps', 'yes'];

/** Names of settings for an address or a user, which people need in an error. `PGHOST` has no separator. */
const PLAIN =
  /(?:^|_|^PG)(?:user(?:_?name)?|login|hosts?|hostname|hostaddr|endpoints?|addr(?:ess)?|ur[il]s?|servers?|domain|scheme|region|zone|project|database|path|file|owner|(?:oc|uu|gu)?id)$/i;

/** Half of a login in Vault and at Tencent; other services use the name for a secret. */
const SECRET_ID = /(?:^|_)secret_id$/i;

const isSecret = (name: string): boolean => isSecretName(name) || SECRET_ID.test(snake(name));

/** The characters of a host, a user, a path, an id or a URL of these. */
const PLAIN_TEXT = /^[\w.,:/\\~@[\]%+ -]+$/;

const isGenerated = (word: string): boolean =>
  word.length >= 12 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d[A-Za-z+]+\d/.test(word);

/** True if a text has such a form. A token has other characters, or mixes letters and digits at random. */
const isPlain = (text: string): boolean => PLAIN_TEXT.test(text) && !text.split(/[^A-Za-z0-9+]/).some(isGenerated);

/**
 * `user:password@` in a URL or a DSN, which may occur several times in a text. Matches the shortest possible password.
 */
const LOGIN = /(?<![^\s/@,;="'(])[^\s/:@,;="'(]{0,256}:(?!\/\/)((?:(?!:\/\/)[^\s@]){1,1024})@/g;
/** Matches the longest possible password, for those that contain an `@`. */
const GREEDY_LOGIN = /(?:^|:\/\/)[^\s/:@]{0,256}:((?:(?!:\/\/)[^\s/?#]){1,1024})@/g;
/** A token in place of a user. */
const TOKEN_USER = /:\/\/([^\s/:@]{1,1024}):?@/g;
/** `password=…` in the query of a URL, and in the syntax of libpq and ADO. */
const PAIR = /(?<![\w.-])([\w.-]{1,64})=(?:"([^"]*)"|'([^']*)'|([^\s;&#"']*))/g;

/** A text without the logins in its URLs; undefined for a DSN, which is secret as a whole. */
function withoutLogin(text: string): string | undefined {
  const bare = text.replaceAll(LOGIN, '');
  return bare === text || text.includes('://') ? bare : undefined;
}

function secrecyOf(text: string, name: string): Secrecy {
  const bare = documentIn(text) === undefined ? withoutLogin(text) : text;
  if (bare === undefined || maskText(bare) !== bare) return 'yes';
  return looksSecret(bare) && !(PLAIN.test(snake(name)) && isPlain(bare)) ? 'perhaps' : 'no';
}

type Found = Map<string, Secrecy>;

/** Adds a text as it is, and URL-decoded. */
function add(value: string, as: Secrecy, secrets: Found): void {
  for (const text of [value, percentDecoded(value)])
    if (RANKS.indexOf(as) > RANKS.indexOf(secrets.get(text) ?? 'no')) secrets.set(text, as);
}

function collect(value: Json, { name, secret }: { name: string; secret: boolean }, secrets: Found): void {
  if (typeof value === 'string') {
    add(value, secret ? 'yes' : secrecyOf(value, name), secrets);
    collectParts(value, secrets);
  } else if (Array.isArray(value)) for (const one of value) collect(one, { name, secret }, secrets);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value))
      collect(one, { name: key, secret: secret || isSecret(key) }, secrets);
}

/** Collects the secrets within a text, since an error may repeat them without the rest. */
function collectParts(text: string, secrets: Found): void {
  const inner = documentIn(text);
  if (inner !== undefined) return collect(inner, { name: '', secret: false }, secrets);
  for (const pattern of [LOGIN, GREEDY_LOGIN])
    for (const [, password = ''] of text.matchAll(pattern)) add(password, 'yes', secrets);
  for (const [, user = ''] of text.matchAll(TOKEN_USER)) if (looksSecret(user)) add(user, 'perhaps', secrets);
  for (const [, key = '', ...values] of text.matchAll(PAIR)) {
    const value = values.find((one) => one !== undefined) ?? '';
    add(value, isSecret(key) ? 'yes' : secrecyOf(value, key), secrets);
  }
}

/**
 * The secrets of these entries, longest first. `yes`: texts that are secrets by their name or form, which no message
 * may contain. `perhaps`: also texts that may be secrets, which are removed from messages of providers. A host, a user
 * or a scheme is no secret: an error is useless without them.
 */
export function secretsIn(
  grants: readonly Pick<ProviderSettings, 'config' | 'env'>[],
  least: 'perhaps' | 'yes',
): string[] {
  const secrets: Found = new Map();
  for (const { config, env } of grants) collect({ config, env }, { name: '', secret: false }, secrets);
  return [...secrets]
    .filter(([, secrecy]) => secrecy === 'yes' || secrecy === least)
    .map(([text]) => text)
    .sort((a, b) => b.length - a.length);
}
