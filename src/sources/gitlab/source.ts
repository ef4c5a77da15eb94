import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { SourceKind } from '../contract/kind.ts';
import { MAX_PAGE_BYTES, MAX_STATE_BYTES } from '../shared/limits.ts';
import { commonRange, trimmed } from '../shared/names.ts';
import { gone, memberOf, momentOf, noCredentials, objectIn, objectsOf, problemOf, textOf } from '../shared/problems.ts';

const FIELDS = 'name lockedAt latestVersion { id serial updatedAt }';
const LIST = `query($project: ID!, $after: String) { project(fullPath: $project) {
  terraformStates(first: 50, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } } }`;
const ONE = `query($project: ID!, $name: String!) { project(fullPath: $project) { terraformState(name: $name) { ${FIELDS} } } }`;

type State = { name: string; etag: string; lockedAt: string };

function stateOf(node: Record<string, unknown>): State {
  const version = memberOf(node, 'latestVersion');
  // A deleted and recreated version may have the serial of the previous one.
  const etag = [version.id, version.serial, version.updatedAt].join(' ').trim();
  return { name: textOf(node.name), etag, lockedAt: textOf(node.lockedAt) };
}

/** States of a project: listed by GraphQL, read by https://docs.gitlab.com/api/ `projects/:id/terraform/state/:name`. */
export const gitlab: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { url = 'https://gitlab.com', project = '', prefix = '' } = settings;
    const { token } = credentials;
    if (token === undefined)
      throw noCredentials(
        'There is no token. Give an access token of the project with the scope read_api and the role Developer.',
      );
    const server = trimmed(url);
    const host = new URL(server).host;
    const range = commonRange(prefix, narrower);
    const sentences = {
      server: host,
      renew: 'Make a new access token.',
      allow: 'Give the token the scope read_api and the role Developer in the project.',
    };
    // GitLab reports a project as missing if the token may not see it.
    const noProject = new SourceProblem(
      'bucket_not_found',
      `${host} has no project ${project}, or the token may not see it. Check both.`,
    );
    const authorization = `Bearer ${token}`;

    async function query(text: string, variables: Record<string, unknown>, signal: AbortSignal | undefined) {
      const what = `the list of states of ${project}`;
      const answer = await ways.ask(`${server}/api/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables: { project, ...variables } }),
        maxBytes: MAX_PAGE_BYTES,
        signal,
      });
      if (answer.status !== 200) throw problemOf(answer, sentences, what, noProject);
      const { data, errors } = objectIn(answer, host);
      if (objectsOf(errors).length > 0) throw problemOf({ status: 400 }, sentences, what, noProject);
      const { project: found } = memberOf({ data }, 'data');
      if (found === null || found === undefined) throw noProject;
      return memberOf({ found }, 'found');
    }

    /** Reads the state itself, and throws its problem. A query reports none: it answers as if there were no state. */
    async function content(key: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
      const path = `/api/v4/projects/${encodeURIComponent(project)}/terraform/state/${encodeURIComponent(key)}`;
      const answer = await ways.ask(server + path, { headers: { authorization }, maxBytes: MAX_STATE_BYTES, signal });
      const what = `state ${key} in ${project}`;
      if (answer.status === 204) throw gone(what);
      if (answer.status !== 200) throw problemOf(answer, sentences, `the ${what}`, gone(what));
      return answer.bytes;
    }

    async function* states(signal: AbortSignal | undefined): AsyncGenerator<State> {
      if (range === undefined) return;
      let isEmpty = true;
      for (let after: string | null | undefined = null; after !== undefined;) {
        const { terraformStates } = await query(LIST, { after }, signal);
        const { nodes, pageInfo } = memberOf({ terraformStates }, 'terraformStates');
        const page = objectsOf(nodes).map(stateOf);
        isEmpty &&= page.length === 0;
        for (const state of page) if (state.name.startsWith(range)) yield state;
        const { hasNextPage, endCursor } = memberOf({ pageInfo }, 'pageInfo');
        after = hasNextPage === true ? textOf(endCursor) : undefined;
      }
      if (isEmpty)
        await content('default', signal).catch((error: unknown) => {
          if (!(error instanceof SourceProblem) || error.code !== 'not_found') throw error;
        });
    }

    async function etag(key: string, signal: AbortSignal | undefined): Promise<string> {
      const { terraformState } = await query(ONE, { name: key }, signal);
      const { etag } = stateOf(memberOf({ terraformState }, 'terraformState'));
      if (etag !== '') return etag;
      await content(key, signal);
      throw gone(`state ${key} in ${project}`);
    }

    return {
      async *list(signal) {
        for await (const { name, etag } of states(signal)) if (etag !== '') yield { key: name, size: 0, etag };
      },
      async read(key, signal) {
        // Read first: a version written in between then counts as not yet read.
        const version = await etag(key, signal);
        return { bytes: await content(key, signal), etag: version };
      },
      etag,
      async *locks(_query, signal) {
        for await (const { name, lockedAt } of states(signal))
          if (lockedAt !== '') yield { key: name, since: momentOf(lockedAt), operation: undefined };
      },
    };
  },
};
