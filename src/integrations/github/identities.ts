import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { Type } from 'typebox';
import { CLOCK, type Ask, type Clock, type Identity } from './caller.ts';
import { read } from './read.ts';
import { path } from './urls.ts';

/** Smaller differences between the clocks are ignored. */
const SKEW_MS = 30_000;
/** GitHub's other servers learn of a new token a moment after it was issued. */
const FRESH_MS = 5_000;
const SETTLE_MS = 1_000;
/** A token is valid for an hour; its last two minutes are not used. */
const MARGIN_MS = 120_000;

const Given = Type.Object({ token: Type.String({ minLength: 1 }), expires_at: Type.String() });

/** Backdates the token by a minute, in case GitHub's clock is behind. */
const BEFORE_S = 60;
/** GitHub accepts at most ten minutes. */
const AFTER_S = 540;

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Reads the App's key from any PEM form. Throws for other keys; the error contains nothing of the key. */
export function readPrivateKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  return key;
}

/**
 * The JWT that authenticates the App, as of a time in milliseconds.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
function appToken(issuer: string, key: KeyObject, nowMs: number): string {
  const now = Math.floor(nowMs / 1000);
  const signed = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url({ iat: now - BEFORE_S, exp: now + AFTER_S, iss: issuer })}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

/** The App's own identity; corrects its clock by GitHub's. */
export function appIdentity(issuer: string, key: KeyObject, clock: Clock = CLOCK): Identity {
  let skew = 0;
  return {
    name: 'app',
    authorization: async () => `Bearer ${appToken(issuer, key, clock.now() + skew)}`,
    async renew({ headers }) {
      const difference = Date.parse(headers.get('date') ?? '') - clock.now();
      if (Number.isNaN(difference) || Math.abs(difference - skew) < SKEW_MS) return false;
      skew = difference;
      return true;
    },
  };
}

type Token = { value: string; givenAt: number; endsAt: number };

/** The identity of an installation. The App requests its tokens, and all its requests share them. */
export function installationIdentity(id: number, askAsApp: Ask, clock: Clock = CLOCK): Identity {
  let pending: Promise<Token> | undefined;
  let token: Token | undefined;
  /** A token that was refused when new; it is replaced after a second refusal. */
  let refusedFresh: Token | undefined;

  async function ask(): Promise<Token> {
    const givenAt = clock.now();
    const doing = 'act as an installation of the App';
    const at = path`/app/installations/${id}/access_tokens`;
    const answer = await askAsApp({ method: 'POST', path: at, doing, repeatable: true, body: {} });
    const issued = read(Given, answer);
    const endsAt = Date.parse(issued.expires_at);
    return { value: issued.token, givenAt, endsAt: Number.isNaN(endsAt) ? givenAt : endsAt };
  }

  async function current(): Promise<Token> {
    if (token && token.endsAt - MARGIN_MS > clock.now()) return token;
    pending ??= ask().finally(() => (pending = undefined));
    token = await pending;
    return token;
  }

  return {
    name: `installation ${id}`,
    authorization: async () => `Bearer ${(await current()).value}`,
    async renew() {
      if (token && token !== refusedFresh && clock.now() - token.givenAt < FRESH_MS) {
        refusedFresh = token;
        await clock.sleep(SETTLE_MS);
      } else token = undefined;
      return true;
    },
  };
}
