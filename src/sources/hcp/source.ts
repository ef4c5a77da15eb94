import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { Answer, SourceKind } from '../contract/kind.ts';
import { MAX_PAGE_BYTES, MAX_STATE_BYTES } from '../shared/limits.ts';
import { commonRange } from '../shared/names.ts';
import { gone, memberOf, momentOf, noCredentials, objectIn, objectsOf, problemOf, textOf } from '../shared/problems.ts';

const HOST = 'app.terraform.io';
const PAGE = 100;
const TYPE = 'application/vnd.api+json';

type Workspace = { id: string; name: string; isLocked: boolean; changed: unknown; version: string };

function workspaceOf(item: Record<string, unknown>): Workspace {
  const attributes = memberOf(item, 'attributes');
  const current = memberOf(memberOf(item, 'relationships'), 'current-state-version');
  return {
    id: textOf(item.id),
    name: textOf(attributes.name),
    isLocked: attributes.locked === true,
    changed: attributes['updated-at'],
    version: textOf(memberOf(current, 'data').id),
  };
}

/**
 * States of workspaces, by their names: https://developer.hashicorp.com/terraform/cloud-docs/api-docs. Skips workspaces
 * without a state. The version is the id of the current state version.
 */
export const hcp: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { hostname = HOST, organization = '', project, prefix = '' } = settings;
    const { token } = credentials;
    if (token === undefined) throw noCredentials('There is no token. Give one of a team that may read states.');
    const server = hostname.includes('://') ? hostname : `https://${hostname}`;
    const host = new URL(server).host;
    const range = commonRange(prefix, narrower);
    const sentences = {
      server: host,
      renew: 'Make a new token.',
      allow: 'Give the team of the token the permission to read state versions of the workspace.',
    };
    // The server reports an organization as missing if the token may not see it.
    const noOrganization = new SourceProblem(
      'bucket_not_found',
      `${host} has no organization named ${organization}, or the token may not see it. Check both.`,
    );

    async function ask(path: string, what: string, absent: SourceProblem, signal?: AbortSignal) {
      const headers = { authorization: `Bearer ${token}`, accept: TYPE };
      const answer = await ways.ask(`${server}/api/v2${path}`, { headers, maxBytes: MAX_PAGE_BYTES, signal });
      if (answer.status !== 200) throw problemOf(answer, sentences, what, absent);
      return objectIn(answer, host);
    }

    const base = `/organizations/${encodeURIComponent(organization)}/workspaces`;

    async function* workspaces(signal: AbortSignal | undefined): AsyncGenerator<Workspace> {
      if (range === undefined) return;
      for (let page = 1; page > 0;) {
        const query = new URLSearchParams({ 'page[size]': String(PAGE), 'page[number]': String(page) });
        if (range !== '') query.set('search[name]', range);
        if (project !== undefined) query.set('filter[project][id]', project);
        const what = `the list of workspaces of ${organization}`;
        const answer = await ask(`${base}?${query.toString()}`, what, noOrganization, signal);
        yield* objectsOf(answer.data).map(workspaceOf);
        const next = memberOf(memberOf(answer, 'meta'), 'pagination')['next-page'];
        page = typeof next === 'number' && next > page ? next : 0;
      }
    }

    /** The server's search matches anywhere in a name, so this filters by the beginning. */
    async function* named(signal: AbortSignal | undefined): AsyncGenerator<Workspace> {
      for await (const workspace of workspaces(signal)) if (workspace.name.startsWith(range ?? '')) yield workspace;
    }

    async function workspace(name: string, signal: AbortSignal | undefined): Promise<Workspace> {
      const what = `the workspace ${name} in ${organization}`;
      const { data } = await ask(
        `${base}/${encodeURIComponent(name)}`,
        what,
        gone(`workspace ${name} in ${organization}`),
        signal,
      );
      return workspaceOf(memberOf({ data }, 'data'));
    }

    /** The URL may be another server's, and is itself the credential; the token is sent only to its own server. */
    async function download(url: string, what: string, signal: AbortSignal | undefined): Promise<Answer> {
      const isOwn = URL.parse(url)?.origin === new URL(server).origin;
      const headers: Record<string, string> = isOwn ? { authorization: `Bearer ${token}` } : {};
      const answer = await ways.ask(url, {
        headers: { ...headers, accept: 'application/json' },
        maxBytes: MAX_STATE_BYTES,
        signal,
      });
      if (answer.status !== 200) throw problemOf(answer, sentences, what, gone(what));
      return answer;
    }

    return {
      async *list(signal) {
        for await (const { name, version } of named(signal))
          if (version !== '') yield { key: name, size: 0, etag: version };
      },
      async read(key, signal) {
        const what = `state of the workspace ${key}`;
        const { id } = await workspace(key, signal);
        const path = `/workspaces/${encodeURIComponent(id)}/current-state-version`;
        const { data } = await ask(path, `the ${what}`, gone(what), signal);
        const version = memberOf({ data }, 'data');
        const url = textOf(memberOf(version, 'attributes')['hosted-state-download-url']);
        if (url === '')
          throw new SourceProblem(
            'encrypted',
            `The ${what} is given only encrypted (hold your own key). It cannot be read without that key.`,
          );
        return { bytes: (await download(url, `the ${what}`, signal)).bytes, etag: textOf(version.id) };
      },
      etag: async (key, signal) => (await workspace(key, signal)).version,
      async *locks(_query, signal) {
        for await (const { name, isLocked, changed } of named(signal))
          if (isLocked) yield { key: name, since: momentOf(changed), operation: undefined };
      },
    };
  },
};
