import { Type } from 'typebox';
import { CodeHostProblem } from '../../base/code-host.ts';
import type { Ask } from './caller.ts';
import { Id, Permissions, read } from './read.ts';

const App = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  html_url: Type.String(),
  permissions: Permissions,
  events: Type.Array(Type.String()),
});

const OWN_PATH = '/app';

/** The App, as GitHub has it. */
export async function getApp(ask: Ask) {
  const answer = await ask({ path: OWN_PATH, doing: 'look up the App' });
  const { id, slug, name, html_url, permissions, events } = read(App, answer);
  return { id, slug, name, html_url, permissions, events };
}

/**
 * To an App that it does not know (any more) GitHub says 404 of everything, which says nothing of the resource: such an answer
 * is confirmed by a request for the App itself. Throws `unauthorized` where it is unknown.
 */
export function knownToGithub(ask: Ask): Ask {
  return async (call) => {
    try {
      return await ask(call);
    } catch (error) {
      if (!(error instanceof CodeHostProblem) || error.code !== 'gone') throw error;
      if (call.path === OWN_PATH)
        throw new CodeHostProblem(
          'unauthorized',
          'GitHub does not know this App: is GITHUB_APP_ID right, and the App not deleted? GITHUB_API_URL has to be where it was made.',
        );
      await getApp(knownToGithub(ask));
      throw error;
    }
  };
}
