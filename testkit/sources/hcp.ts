import { startFront } from './front.ts';
import { startStandIn } from './stand-in.ts';
import type { SourceWorld } from './world.ts';

type Workspace = { id: string; name: string; version: number; state: string | undefined; isLocked: boolean };

const PAGE = 7;
const error = (status: number, title: string) => ({ status, body: { errors: [{ status: String(status), title }] } });

/**
 * A stand-in for HCP Terraform, with responses as in
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/{workspaces,state-versions}. Pages have at most seven
 * entries, whatever size is requested.
 */
export const hcpWorld: SourceWorld = {
  kind: 'hcp',
  needs: [],
  strange: ['app', 'app-dev', 'zone_1'],
  many: 60,
  async start() {
    const workspaces = new Map<string, Workspace>();
    const described = ({ id, name, version, state, isLocked }: Workspace) => ({
      id,
      type: 'workspaces',
      attributes: { name, locked: isLocked, 'updated-at': '2026-11-26T20:15:00.000Z' },
      relationships: {
        'current-state-version': {
          data: state === undefined ? null : { id: `sv-${id}-${version}`, type: 'state-versions' },
        },
      },
    });
    const server = await startStandIn(({ url, headers }) => {
      const [, , , kind = '', , , name = ''] = url.pathname.split('/');
      if (url.pathname.startsWith('/_archivist/')) {
        // The path is the signature. At HashiCorp this URL is on another server, which requires no token.
        const found = workspaces.get(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
        return found?.state === undefined ? { status: 404 } : { body: found.state };
      }
      const token = headers.authorization;
      if (token === 'Bearer expired-token') return error(401, 'unauthorized');
      const all = [...workspaces.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
      if (kind === 'organizations') {
        // An organization without access is reported as not found.
        if (url.pathname.split('/')[4] !== 'acme') return error(404, 'not found');
        const mayRead = token !== 'Bearer narrow-token';
        if (name !== '') {
          const found = workspaces.get(decodeURIComponent(name));
          return found ? { body: { data: described(found) } } : error(404, 'not found');
        }
        if (!mayRead) return error(403, 'forbidden');
        const text = url.searchParams.get('search[name]') ?? '';
        const found = all.filter((one) => one.name.includes(text));
        const page = Number(url.searchParams.get('page[number]') ?? 1);
        const next = page * PAGE < found.length ? page + 1 : null;
        const data = found.slice((page - 1) * PAGE, page * PAGE).map(described);
        return { body: { data, meta: { pagination: { 'current-page': page, 'next-page': next } } } };
      }
      const found = all.find(({ id }) => id === url.pathname.split('/')[4]);
      if (found?.state === undefined) return error(404, 'not found');
      if (token === 'Bearer narrow-token') return error(403, 'forbidden');
      const download = `http://${headers.host}/_archivist/v1/object/${encodeURIComponent(found.name)}`;
      const attributes = { serial: found.version, 'hosted-state-download-url': download };
      return { body: { data: { id: `sv-${found.id}-${found.version}`, type: 'state-versions', attributes } } };
    });
    const front = await startFront(server.url);
    const settings = { hostname: front.url, organization: 'acme' };
    return {
      settings,
      credentials: { token: 'secret-token' },
      front,
      put(key, state) {
        const { id = `ws-${workspaces.size}`, version = 0 } = workspaces.get(key) ?? {};
        workspaces.set(key, { id, name: key, version: version + 1, state, isLocked: false });
        return Promise.resolve();
      },
      remove: (key) => Promise.resolve(workspaces.delete(key)),
      keyOf: (workspace) => (workspace === 'default' ? 'app' : `app-${workspace}`),
      lock(key) {
        const found = workspaces.get(key);
        if (found) found.isLocked = true;
        return Promise.resolve(() => Promise.resolve(found && (found.isLocked = false)));
      },
      litter: () =>
        Promise.resolve(
          workspaces.set('new', { id: 'ws-new', name: 'new', version: 0, state: undefined, isLocked: false }),
        ),
      denied: { credentials: { token: 'narrow-token' } },
      expired: { credentials: { token: 'expired-token' } },
      nowhere: { ...settings, organization: 'nowhere' },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
