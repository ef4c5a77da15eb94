import { randomBytes } from 'node:crypto';
import type { Answer } from './backend.ts';
import type { Deliveries } from './deliveries.ts';
import { requireApp } from './jwt.ts';
import { createManifests } from './manifests.ts';
import { Refusal } from './refusal.ts';
import { json, type Asked } from './serve.ts';
import { appJson, installationJson, repositoryJson } from './shapes.ts';
import { seenBy, seconds, type Installation, type Permissions, type World } from './state.ts';

type Held = { installation: Installation; permissions: Permissions; expires_at: Date };
/** A page of a list, with the `Link` header to the others. */
export function paged<T>(asked: Asked, all: readonly T[]): { page: T[]; headers: Record<string, string> } {
  const size = Math.min(100, Number(asked.query.get('per_page') ?? 30));
  const page = Number(asked.query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(asked.query);
    query.set('page', String(to));
    return `<${asked.base}${asked.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
  if (page > 1) links.push(link(1, 'first'), link(page - 1, 'prev'));
  const headers: Record<string, string> = links.length === 0 ? {} : { link: links.join(', ') };
  return { page: all.slice((page - 1) * size, page * size), headers };
}

/** The App itself, its installations, their tokens, its deliveries: what `emulate` knows only as it was at the start. */
export function createAppApi(world: World, deliveries: Deliveries) {
  const tokens = new Map<string, Held>();
  const manifests = createManifests(world);

  function issue(installation: Installation, asked: Asked): Answer {
    if (installation.suspended_at !== null) throw new Refusal(403, 'This installation has been suspended');
    const wanted = (asked.json() as { permissions?: Permissions }).permissions ?? installation.permissions;
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

  function asApp(asked: Asked): Answer {
    requireApp(world.app, asked.headers.authorization, new Date());
    const alive = world.installations.filter(({ deleted }) => !deleted);
    if (asked.is('GET', '/app')) return json(200, appJson(world.app, world));
    if (asked.is('GET', '/app/installations')) {
      const { page, headers } = paged(asked, alive);
      return json(
        200,
        page.map((one) => installationJson(world, one)),
        headers,
      );
    }
    if (asked.is('GET', '/app/hook/deliveries')) {
      const per_page = Math.min(100, Number(asked.query.get('per_page') ?? 30));
      const status = asked.query.get('status') ?? undefined;
      const { body, next } = deliveries.list({ cursor: asked.query.get('cursor') ?? undefined, per_page, status });
      const query = new URLSearchParams({ ...Object.fromEntries(asked.query), cursor: next ?? '' });
      const link = `<${world.url}/app/hook/deliveries?${query.toString()}>; rel="next"`;
      return { status: 200, headers: next === undefined ? {} : { link }, body };
    }
    const [, tryId] = asked.is('POST', /^\/app\/hook\/deliveries\/(\d+)\/attempts$/) ?? [];
    if (tryId !== undefined) {
      // GitHub sends after it has answered; who waits for the answer does not wait for that.
      void deliveries.redeliver(BigInt(tryId));
      return json(202, {});
    }
    const [, id, what] = asked.is(asked.method, /^\/app\/installations\/(\d+)(\/access_tokens)?$/) ?? [];
    const installation = alive.find((one) => one.id === Number(id));
    if (!installation) throw new Refusal(404, 'Not Found');
    if (what !== undefined && asked.method === 'POST') return issue(installation, asked);
    if (what === undefined && asked.method === 'GET') return json(200, installationJson(world, installation));
    throw new Refusal(404, 'Not Found');
  }

  /** Who a token speaks for; refuses what is not, or no longer, one. */
  function holder(asked: Asked): Held {
    const [, token = ''] = /^(?:bearer|token) (.+)$/i.exec(asked.headers.authorization ?? '') ?? [];
    const held = tokens.get(token);
    if (!held || held.installation.deleted || held.expires_at <= new Date()) throw new Refusal(401, 'Bad credentials');
    if (held.installation.suspended_at !== null) throw new Refusal(403, 'This installation has been suspended');
    return held;
  }

  function asInstallation(asked: Asked): Answer {
    const { installation } = holder(asked);
    if (!asked.is('GET', '/installation/repositories')) throw new Refusal(404, 'Not Found');
    const all = seenBy(world, installation);
    const { page, headers } = paged(asked, all);
    const repositories = page.map((one) => repositoryJson(world, one));
    const repository_selection = installation.repositories === 'all' ? 'all' : 'selected';
    return json(200, { total_count: all.length, repository_selection, repositories }, headers);
  }

  return {
    holder,
    /** Every token that was given ends, as when somebody revokes them. */
    revokeTokens: () => tokens.clear(),
    answer(asked: Asked): Answer | undefined {
      if (/^\/app-manifests\/|\/settings\/apps\/new$/.test(asked.path) && asked.method === 'POST')
        return manifests.answer(asked);
      if (/^\/app(\/|$)/.test(asked.path)) return asApp(asked);
      if (asked.path.startsWith('/installation/')) return asInstallation(asked);
      return undefined;
    },
  };
}

export type AppApi = ReturnType<typeof createAppApi>;
