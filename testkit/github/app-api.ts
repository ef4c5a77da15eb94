import { randomBytes } from 'node:crypto';
import type { Answer } from './backend.ts';
import type { Deliveries } from './deliveries.ts';
import { requireApp } from './jwt.ts';
import { createManifests } from './manifests.ts';
import { Refusal } from './refusal.ts';
import { json, type ApiRequest } from './serve.ts';
import { appJson, installationJson, repositoryJson } from './shapes.ts';
import { seenBy, seconds, type Installation, type Permissions, type World } from './state.ts';

type Held = { installation: Installation; permissions: Permissions; expires_at: Date };
/** One page of a list, with the `Link` header for the other pages. */
export function paged<T>(request: ApiRequest, all: readonly T[]): { page: T[]; headers: Record<string, string> } {
  const size = Math.min(100, Number(request.query.get('per_page') ?? 30));
  const page = Number(request.query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(to));
    return `<${request.base}${request.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
  if (page > 1) links.push(link(1, 'first'), link(page - 1, 'prev'));
  const headers: Record<string, string> = links.length === 0 ? {} : { link: links.join(', ') };
  return { page: all.slice((page - 1) * size, page * size), headers };
}

/** The App, its installations, their tokens and its deliveries, which `emulate` supports only as fixed data. */
export function createAppApi(world: World, deliveries: Deliveries) {
  const tokens = new Map<string, Held>();
  const manifests = createManifests(world);

  function issue(installation: Installation, request: ApiRequest): Answer {
    if (installation.suspended_at !== null) throw new Refusal(403, 'This installation has been suspended');
    const wanted = (request.json() as { permissions?: Permissions }).permissions ?? installation.permissions;
    const rank = { read: 1, write: 2 };
    const granted = Object.entries(wanted).every(
      ([name, level]) =>
        rank[level] <= rank[installation.permissions[name] ?? 'read'] && name in installation.permissions,
    );
    if (!granted) throw new Refusal(422, 'The permissions requested are not granted to this installation.');
    const token = `ghs_${randomBytes(27).toString('base64url')}`;
    const expires_at = new Date(Date.now() + 3_600_000);
    tokens.set(token, { installation, permissions: wanted, expires_at });
    const repository_selection = installation.repositories === 'all' ? 'all' : 'selected';
    return json(201, { token, expires_at: seconds(expires_at), permissions: wanted, repository_selection });
  }

  function asApp(request: ApiRequest): Answer {
    requireApp(world.app, request.headers.authorization, new Date());
    const alive = world.installations.filter(({ deleted }) => !deleted);
    if (request.is('GET', '/app')) return json(200, appJson(world.app, world));
    if (request.is('GET', '/app/installations')) {
      const { page, headers } = paged(request, alive);
      return json(
        200,
        page.map((one) => installationJson(world, one)),
        headers,
      );
    }
    if (request.is('GET', '/app/hook/deliveries')) {
      const per_page = Math.min(100, Number(request.query.get('per_page') ?? 30));
      const status = request.query.get('status') ?? undefined;
      const { body, next } = deliveries.list({ cursor: request.query.get('cursor') ?? undefined, per_page, status });
      const query = new URLSearchParams({ ...Object.fromEntries(request.query), cursor: next ?? '' });
      const link = `<${world.url}/app/hook/deliveries?${query.toString()}>; rel="next"`;
      return { status: 200, headers: next === undefined ? {} : { link }, body };
    }
    const [, tryId] = request.is('POST', /^\/app\/hook\/deliveries\/(\d+)\/attempts$/) ?? [];
    if (tryId !== undefined) {
      // GitHub sends the delivery after its response, so a client of the API does not wait for it.
      void deliveries.redeliver(BigInt(tryId));
      return json(202, {});
    }
    const [, id, what] = request.is(request.method, /^\/app\/installations\/(\d+)(\/access_tokens)?$/) ?? [];
    const installation = alive.find((one) => one.id === Number(id));
    if (!installation) throw new Refusal(404, 'Not Found');
    if (what !== undefined && request.method === 'POST') return issue(installation, request);
    if (what === undefined && request.method === 'GET') return json(200, installationJson(world, installation));
    throw new Refusal(404, 'Not Found');
  }

  /** The holder of a token; rejects an invalid or expired one. */
  function holder(request: ApiRequest): Held {
    const [, token = ''] = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const held = tokens.get(token);
    if (!held || held.installation.deleted || held.expires_at <= new Date()) throw new Refusal(401, 'Bad credentials');
    if (held.installation.suspended_at !== null) throw new Refusal(403, 'This installation has been suspended');
    return held;
  }

  function asInstallation(request: ApiRequest): Answer {
    const { installation } = holder(request);
    if (!request.is('GET', '/installation/repositories')) throw new Refusal(404, 'Not Found');
    const all = seenBy(world, installation);
    const { page, headers } = paged(request, all);
    const repositories = page.map((one) => repositoryJson(world, one));
    const repository_selection = installation.repositories === 'all' ? 'all' : 'selected';
    return json(200, { total_count: all.length, repository_selection, repositories }, headers);
  }

  return {
    holder,
    /** Revokes all installation tokens. */
    revokeTokens: () => tokens.clear(),
    answer(request: ApiRequest): Answer | undefined {
      if (/^\/app-manifests\/|\/settings\/apps\/new$/.test(request.path) && request.method === 'POST')
        return manifests.answer(request);
      if (/^\/app(\/|$)/.test(request.path)) return asApp(request);
      if (request.path.startsWith('/installation/')) return asInstallation(request);
      return undefined;
    },
  };
}

export type AppApi = ReturnType<typeof createAppApi>;
