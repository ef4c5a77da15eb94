import { startFront } from './front.ts';
import { startStandIn } from './stand-in.ts';
import type { SourceWorld } from './world.ts';

type State = { name: string; serial: number; text: string; lockedAt: string | null };

const PAGE = 7;

/**
 * A stand-in for GitLab: GraphQL's `Project.terraformStates` and `projects/:id/terraform/state/:name`, as documented in
 * https://docs.gitlab.com/api/graphql/reference/ and https://docs.gitlab.com/user/infrastructure/iac/terraform_state/.
 */
export const gitlabWorld: SourceWorld = {
  kind: 'gitlab',
  needs: [],
  strange: ['app', 'app-dev', 'net.work_1'],
  many: 60,
  async start() {
    const states = new Map<string, State>();
    const node = ({ name, serial, lockedAt }: State) => ({
      name,
      lockedAt,
      latestVersion: {
        id: `gid://gitlab/Terraform::StateVersion/${serial}`,
        serial,
        updatedAt: '2026-11-26T20:15:00Z',
      },
    });
    const server = await startStandIn(({ url, headers, body }) => {
      const token = headers.authorization;
      if (token === 'Bearer expired-token')
        return { status: 401, body: { error: 'invalid_token', error_description: 'Token is expired.' } };
      if (url.pathname === '/api/graphql') {
        const { query, variables } = JSON.parse(body.toString()) as {
          query: string;
          variables: Record<string, string | null>;
        };
        if (variables.project !== 'acme/infrastructure') return { body: { data: { project: null } } };
        if (token === 'Bearer narrow-token')
          return {
            body: {
              data: {
                project: { terraformStates: { nodes: [], pageInfo: { hasNextPage: false } }, terraformState: null },
              },
            },
          };
        if (query.includes('terraformState(')) {
          const found = states.get(variables.name ?? '');
          return { body: { data: { project: { terraformState: found ? node(found) : null } } } };
        }
        const all = [...states.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
        const from = Number(variables.after ?? 0);
        const pageInfo = { hasNextPage: from + PAGE < all.length, endCursor: String(from + PAGE) };
        const terraformStates = { nodes: all.slice(from, from + PAGE).map(node), pageInfo };
        return { body: { data: { project: { terraformStates } } } };
      }
      const [, project, name] = /^\/api\/v4\/projects\/([^/]+)\/terraform\/state\/([^/]+)$/.exec(url.pathname) ?? [];
      if (project !== 'acme%2Finfrastructure') return { status: 404, body: { message: '404 Project Not Found' } };
      if (token === 'Bearer narrow-token') return { status: 403, body: { message: '403 Forbidden' } };
      const found = states.get(decodeURIComponent(name ?? ''));
      return found ? { body: found.text } : { status: 404, body: { message: '404 Not found' } };
    });
    const front = await startFront(server.url);
    const settings = { url: front.url, project: 'acme/infrastructure' };
    return {
      settings,
      credentials: { token: 'secret-token' },
      front,
      put: (name, text) =>
        Promise.resolve(states.set(name, { name, text, serial: (states.get(name)?.serial ?? 0) + 1, lockedAt: null })),
      remove: (key) => Promise.resolve(states.delete(key)),
      keyOf: (workspace) => (workspace === 'default' ? 'app' : `app-${workspace}`),
      lock(key) {
        const found = states.get(key);
        if (found) found.lockedAt = '2026-11-26T20:15:00Z';
        return Promise.resolve(() => Promise.resolve(found && (found.lockedAt = null)));
      },
      denied: { credentials: { token: 'narrow-token' } },
      expired: { credentials: { token: 'expired-token' } },
      nowhere: { ...settings, project: 'acme/nowhere' },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
