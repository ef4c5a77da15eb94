import { isObject, type Json } from '../../base/json.ts';
import { isSecretName, snake } from '../../engine/mask/secret-names.ts';
import { looksSecret } from '../../engine/mask/known-secrets.ts';
import { maskText } from '../../engine/mask/mask.ts';
import type { ProviderGrant } from './grants.ts';

/** Credentials often come as a document in a text; a provider's error may repeat a part of it. */
function documentIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** How sure a text is a secret: no, perhaps (it looks generated, whatever it is called), or yes, by name or shape. */
type Secrecy = 'no' | 'perhaps' | 'yes';
const RANKS: readonly Secrecy[] = ['no', 'perhaps', 'yes'];

/** Names of settings for an address or a user, which people need in an error. `PGHOST` has no separator between its words. */
const PLAIN =
  /(?:^|_|^PG)(?:user(?:_?name)?|login|hosts?|hostname|hostaddr|endpoints?|addr(?:ess)?|ur[il]s?|servers?|domain|scheme|region|zone|project|database|path|file|owner|(?:oc|uu|gu)?id)$/i;

/** Half of a login in Vault and at Tencent; other services use it for a secret. */
const SECRET_ID = /(?:^|_)secret_id$/i;

const isSecret = (name: string): boolean => isSecretName(name) || SECRET_ID.test(snake(name));

/** What a host, a user, a path, an id or a URL of these consists of. */
const PLAIN_TEXT = /^[\w.,:/\\~@[\]%+ -]+$/;

const isGenerated = (word: string): boolean =>
  word.length >= 12 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d[A-Za-z+]+\d/.test(word);

/** A token under such a name is none of these: it has other signs, or letters and digits by chance. */
const isPlain = (text: string): boolean => PLAIN_TEXT.test(text) && !text.split(/[^A-Za-z0-9+]/).some(isGenerated);

/** `user:password@` in a URL or a DSN, of which one text may have several; the shortest password that it can be. */
const LOGIN = /(?<![^\s/@,;="'(])[^\s/:@,;="'(]{0,256}:(?!\/\/)((?:(?!:\/\/)[^\s@]){1,1024})@/g;
/** The longest, for those with an `@` in them. */
const GREEDY_LOGIN = /(?:^|:\/\/)[^\s/:@]{0,256}:((?:(?!:\/\/)[^\s/?#]){1,1024})@/g;
/** A token in the place of a user. */
const TOKEN_USER = /:\/\/([^\s/:@]{1,1024}):?@/g;
/** `password=…` in the query of a URL, in libpq's words and in ADO's. */
const PAIR = /(?<![\w.-])([\w.-]{1,64})=(?:"([^"]*)"|'([^']*)'|([^\s;&#"']*))/g;

/** URLs without who logs in; undefined for a DSN, which is a secret as a whole. */
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

/** Puts a text in as it is and as a URL means it. */
function add(value: string, as: Secrecy, secrets: Found): void {
  for (const text of [value, decoded(value)])
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

/** The secrets within a text, which an error may repeat without the rest. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The secrets of these entries, longest first: with `yes` those that are secrets by their name or shape, which no message may hold;
 * with `perhaps` also texts that may be one, which are taken out of a provider's messages. A host, a user or a scheme is no secret:
 * an error is useless without them.
 */
export function secretsIn(
  grants: readonly Pick<ProviderGrant, 'config' | 'env'>[],
  least: 'perhaps' | 'yes',
): string[] {
  const secrets: Found = new Map();
  for (const { config, env } of grants) collect({ config, env }, { name: '', secret: false }, secrets);
  return [...secrets]
    .filter(([, secrecy]) => secrecy === 'yes' || secrecy === least)
    .map(([text]) => text)
    .sort((a, b) => b.length - a.length);
}
