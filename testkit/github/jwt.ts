import { verify } from 'node:crypto';
import { Refusal } from './refusal.ts';
import type { AppRegistration } from './state.ts';

type Claims = { iss?: unknown; iat?: unknown; exp?: unknown };

function decode(part: string | undefined): Claims {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Claims;
  } catch {
    throw new Refusal(401, 'A JSON web token could not be decoded');
  }
}

/**
 * Refuses, with GitHub's messages, any token that the App has not signed: RS256, `iss` is its id, `exp` at most ten
 * minutes ahead. Source: docs.github.com, "Generating a JSON Web Token (JWT) for a GitHub App".
 */
export function requireApp(app: AppRegistration, authorization: string | undefined, now: Date): void {
  const [, token = ''] = /^bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const [head, body, signature = ''] = token.split('.');
  const { alg } = decode(head) as { alg?: string };
  const { iss, iat, exp } = decode(body);
  const signed = Buffer.from(`${head}.${body}`);
  if (alg !== 'RS256' || !verify('RSA-SHA256', signed, app.publicKey, Buffer.from(signature, 'base64url')))
    throw new Refusal(401, 'A JSON web token could not be decoded');
  const at = Math.floor(now.getTime() / 1000);
  if (String(iss) !== String(app.id)) throw new Refusal(404, 'Integration not found');
  if (typeof exp !== 'number' || exp <= at)
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (exp > at + 600) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat !== 'number' || iat > at + 1)
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
}
