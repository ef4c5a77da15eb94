import { isObject, type Json } from '../base/json.ts';
import { isSecretName } from '../drift/redact/names.ts';
import { isTelling } from '../drift/redact/telling.ts';
import { maskText } from '../drift/redact.ts';
import type { ProviderGrant } from './provider-settings.ts';

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

/** Names of what tells where and as whom something is reached, which people need in an error. */
const PLAIN =
  /(?:user(?:_?name)?|login|hosts?|hostname|endpoints?|addr(?:ess)?|ur[il]s?|server|domain|scheme|region|zone|project|database|path|file|owner|id)$/i;

/** The password in the authority of a URL, which stands alone in many an error. */
const PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:(.+)@/i;

function secrecyOf(text: string, name: string): Secrecy {
  if (maskText(text) !== text && !PASSWORD.test(text)) return 'yes';
  return isTelling(text) && !PLAIN.test(name) ? 'perhaps' : 'no';
}

function collect(value: Json, { name, secret }: { name: string; secret: boolean }, found: Map<string, Secrecy>): void {
  if (typeof value === 'string') {
    const add = (text: string, as: Secrecy) => {
      if (RANKS.indexOf(as) > RANKS.indexOf(found.get(text) ?? 'no')) found.set(text, as);
    };
    add(value, secret ? 'yes' : secrecyOf(value, name));
    const password = PASSWORD.exec(value)?.[1];
    if (password !== undefined) for (const text of [password, decoded(password)]) add(text, 'yes');
    const inner = documentIn(value);
    if (inner !== undefined) collect(inner, { name, secret: false }, found);
  } else if (Array.isArray(value)) for (const one of value) collect(one, { name, secret }, found);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value))
      collect(one, { name: key, secret: secret || isSecretName(key) }, found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The secrets of these entries, longest first: those that are secrets by their name or shape, which nothing that is told holds; or
 * `perhaps` too, of which a provider's own words are freed. A host, a user or a scheme is no secret: without them an error tells nothing.
 */
export function secretsIn(grants: readonly ProviderGrant[], least: 'perhaps' | 'yes'): string[] {
  const found = new Map<string, Secrecy>();
  for (const { config, env } of grants) collect({ config, env }, { name: '', secret: false }, found);
  return [...found]
    .filter(([, secrecy]) => secrecy === 'yes' || secrecy === least)
    .map(([text]) => text)
    .sort((a, b) => b.length - a.length);
}
