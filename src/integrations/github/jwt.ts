import { createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** Of another clock's second, that is a minute ahead, too. */
const BEFORE_S = 60;
/** GitHub takes at most ten minutes. */
const AFTER_S = 540;

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The App's key, whichever PEM it comes in. Throws where it is none; the error repeats nothing of it. */
export function readPrivateKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  return key;
}

/**
 * What the App proves with that it is the App, at a moment in milliseconds.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
export function appToken(issuer: string, key: KeyObject, nowMs: number): string {
  const now = Math.floor(nowMs / 1000);
  const signed = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url({ iat: now - BEFORE_S, exp: now + AFTER_S, iss: issuer })}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}
