import { CodeHostProblem } from '../../base/code-host.ts';
import { isObject } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import { maskText } from '../../engine/mask/mask.ts';
import type { HttpResponse } from '../http/exchange.ts';

/** The purpose of a request, for error messages: `doing` follows "to". */
export type Purpose = { doing: string; permission?: string | undefined };

const MAX_SAID = 300;

/** GitHub's message as one line; a response is never repeated whole. */
function said({ text }: HttpResponse): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return '';
  }
  if (!isObject(body) || typeof body.message !== 'string') return '';
  const errors = Array.isArray(body.errors) ? body.errors.map((one) => (isObject(one) ? one.message : one)) : [];
  const whole = [body.message, ...errors.filter((one) => typeof one === 'string')].join('; ');
  return maskText(visible(whole.replaceAll(/\s+/g, ' '))).slice(0, MAX_SAID);
}

/**
 * The missing permission, such as `checks: write`. GitHub lists sufficient permissions in a header of every response:
 * the one that the App asks for is preferred if listed. Other servers with GitHub's API send no such header.
 */
function missingPermission({ headers }: HttpResponse, { permission }: Purpose): string | undefined {
  const accepted = (headers.get('x-accepted-github-permissions') ?? '')
    .split(';')
    .map((one) =>
      [...one.matchAll(/([a-z_]{1,60})=(read|write|admin)/g)].map(([, name, level]) => `${name}: ${level}`).join(', '),
    );
  if (permission !== undefined && accepted.includes(permission)) return permission;
  return accepted.find((one) => one !== '') ?? permission;
}

function forbidden(answer: HttpResponse, purpose: Purpose): CodeHostProblem {
  const why = said(answer);
  if (/suspended/i.test(why))
    return new CodeHostProblem(
      'suspended',
      'The installation of the GitHub App is suspended; who administers the account on GitHub can take it up again.',
    );
  const permission = /not accessible by integration/i.test(why) ? missingPermission(answer, purpose) : undefined;
  if (permission === undefined)
    return new CodeHostProblem(
      'forbidden',
      `GitHub does not let the App ${purpose.doing}: ${why || 'it does not say why'}.`,
    );
  return new CodeHostProblem(
    'forbidden',
    `The GitHub App may not ${purpose.doing}: it lacks the permission "${permission}". Grant it in the App's settings; then the account that installed it has to accept it.`,
    { permission },
  );
}

/** The problem that an unsuccessful response reports. */
export function refusalOf(answer: HttpResponse, purpose: Purpose): CodeHostProblem {
  const { status } = answer;
  if (status === 401)
    return new CodeHostProblem(
      'unauthorized',
      `GitHub does not take the App's credentials to ${purpose.doing}: is the private key one of this App, and not revoked?`,
    );
  if (status === 403) return forbidden(answer, purpose);
  if (status === 413) return new CodeHostProblem('too_large', `It is too much for GitHub to ${purpose.doing}.`);
  if (status === 404 || status === 410 || status === 451 || status < 400)
    return new CodeHostProblem(
      'gone',
      `GitHub has nothing to ${purpose.doing} with: it was removed or renamed, or the App's installation does not reach it.`,
    );
  if (status < 500)
    return new CodeHostProblem(
      'conflict',
      `GitHub refused to ${purpose.doing} (${status}): ${said(answer) || 'it does not say why'}.`,
    );
  return new CodeHostProblem(
    'unavailable',
    `GitHub has trouble (${status}), and could not be asked to ${purpose.doing}; try again later.`,
  );
}

export function limited(until: number, { doing }: Purpose): CodeHostProblem {
  const at = new Date(until);
  return new CodeHostProblem(
    'rate_limited',
    `GitHub's rate limit is used up; it may be asked to ${doing} from ${at.toISOString()} on.`,
    {
      retry_at: at,
    },
  );
}
