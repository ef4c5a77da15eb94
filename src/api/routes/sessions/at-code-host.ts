import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../base/errors.ts';
import type { Services } from '../../../services/services.ts';
import type { CodeHostSignIn, Errand } from '../../../services/sessions/code-host.ts';
import { newSecret } from '../../../services/sessions/secret.ts';
import type { SignInProblem } from '../../../services/sessions/sign-in-person.ts';

/** A path of ours, and nothing that a browser would take for another site's. */
export const OWN_PATH = '^/(?![/\\\\])[^\\\\\\u0000-\\u0020\\u007f]*$';

/** Signing in with this code host. 404 for one that there is not; 409 where its App cannot. */
export function signInWith(
  { signIns, codehosts }: Pick<Services, 'signIns' | 'codehosts'>,
  name: string,
): CodeHostSignIn {
  if (!codehosts.has(name)) throw new AppError('not_found', 'There is no such code host.');
  const found = signIns.get(name);
  if (!found)
    throw new AppError(
      'not_configured',
      'Nobody can sign in with GitHub here: the server has no client id and secret of its App (docs/github.md).',
    );
  return found;
}

/** Where the code host leads browsers back to. */
export const redirectUriOf = (base: string, codehost: string): string => `${base}/api/v1/session/${codehost}/callback`;

/** What the browser keeps while it is away. */
export type Kept = Pick<Errand, 'state' | 'verifier'> & { returnTo: string };

/** As long as a path may be that is kept; in letters beyond ASCII a shorter one is. */
const MOST_BYTES = 1500;

/** A new errand, which ends at the path, or at `/` where a cookie would not hold that. */
export const newErrand = (path: string): Kept => ({
  state: newSecret(),
  verifier: newSecret(),
  returnTo: Buffer.byteLength(path) > MOST_BYTES ? '/' : path,
});

export const writeKept = ({ state, verifier, returnTo }: Kept): string =>
  `${state}.${verifier}.${Buffer.from(returnTo).toString('base64url')}`;

/** Reads it; undefined where it is none of ours. */
export function readKept(text: string | undefined): Kept | undefined {
  const [, state, verifier, path] = /^([0-9A-Za-z]{43})\.([0-9A-Za-z]{43})\.([\w-]{0,2000})$/.exec(text ?? '') ?? [];
  if (state === undefined || verifier === undefined || path === undefined) return undefined;
  const returnTo = Buffer.from(path, 'base64url').toString();
  return { state, verifier, returnTo: new RegExp(OWN_PATH, 'u').test(returnTo) ? returnTo : '/' };
}

/** Whether the browser that comes back is the one that was sent. */
export function isSame(state: string | undefined, kept: Kept): boolean {
  const [came, sent] = [Buffer.from(state ?? ''), Buffer.from(kept.state)];
  return came.length === sent.length && timingSafeEqual(came, sent);
}

/** The page that says why nobody is signed in, and goes on to the same path afterwards. */
export const problemPage = (problem: SignInProblem, to: string): string =>
  `/sign-in?error=${problem}${to === '/' ? '' : `&to=${encodeURIComponent(to)}`}`;
