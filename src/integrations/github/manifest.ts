import { Type } from 'typebox';
import { CodeHostProblem } from '../../base/code-host.ts';
import { Id, read } from './read.ts';
import { refusalOf } from './refusal.ts';
import { sendCode } from './send.ts';
import { path, webUrlOf } from './urls.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const DOING = 'exchange the code of the new App';

const Converted = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  html_url: Type.String(),
  pem: Type.String(),
  webhook_secret: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
});

/** The URL that a manifest form is sent to: for the signed-in person's account, or for an organization that they own. */
export function manifestTarget(apiUrl: string, organization: string | undefined, state: string): string {
  const settings = organization === undefined ? '/settings' : path`/organizations/${organization}/settings`;
  return `${webUrlOf(apiUrl)}${settings}/apps/new?state=${encodeURIComponent(state)}`;
}

/**
 * Exchanges the code from GitHub's redirect for the new App, its key and its webhook secret. Throws `CodeHostProblem`.
 * Not retried, since a code works once.
 * https://docs.github.com/rest/apps/apps#create-a-github-app-from-a-manifest
 */
export async function convertManifest(apiUrl: string, code: string) {
  const headers = { accept: 'application/vnd.github+json', 'user-agent': 'plumbline' };
  const url = `${apiUrl}${path`/app-manifests/${code}/conversions`}`;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal: undefined };
  const answer = await sendCode({ method: 'POST', url, headers }, DOING, limits);
  if (answer.status === 404)
    throw new CodeHostProblem(
      'gone',
      'GitHub does not know the code of the new App: it works once, for an hour. Begin again.',
    );
  if (answer.status !== 201) throw refusalOf(answer, { doing: DOING });
  return read(Converted, answer);
}
