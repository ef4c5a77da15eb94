import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { App } from './types.ts';

/** If two templates match a path, the one with the smaller `shape` wins: it is literal where they first differ. */
type Template = { url: string; path: RegExp; shape: string; methods: Set<string> };

const pathOf = ({ raw }: FastifyRequest) => (raw.url ?? '').replace(/[?#;].*$/s, '');

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

/** The kinds of a template's segments: literal ("0") or parameter ("1"). */
const shapeOf = (url: string) =>
  url
    .split('/')
    .map((part) => (/^[:*]/.test(part) ? '1' : '0'))
    .join('');

/**
 * Answers requests without a route: 405 with `Allow` where the path exists for other methods; 404 elsewhere. Fastify
 * alone would answer 404 to both, and would route `PATCH /orgs/x/keys` to `/orgs/:org_id/:cloud`: a literal path must
 * win for every method. Collects the routes that are added after it.
 */
export function answerUnrouted(app: App): void {
  const templates = new Map<string, Template>();
  /** For each route, the templates that win against it where both match. Few routes have any. */
  const rivals = new Map<string, Template[]>();

  app.addHook('onRoute', ({ url, method }) => {
    const of = templates.get(url) ?? { url, path: patternOf(url), shape: shapeOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) of.methods.add(one);
    templates.set(url, of);
  });

  function rivalsOf(url: string): Template[] {
    const own = templates.get(url);
    const rivalTemplates =
      rivals.get(url) ??
      [...templates.values()].filter((one) => own && !url.includes('*') && one.shape < own.shape && fits(own, one));
    rivals.set(url, rivalTemplates);
    return rivalTemplates;
  }

  function called(request: FastifyRequest): Template | undefined {
    const { url } = request.routeOptions;
    const candidates = request.is404 || url === undefined ? [...templates.values()] : rivalsOf(url);
    if (candidates.length === 0) return undefined;
    const path = pathOf(request);
    return candidates.filter((one) => one.path.test(path)).toSorted((a, b) => (a.shape < b.shape ? -1 : 1))[0];
  }

  // Before the body is read, because no route will use it.
  app.addHook('onRequest', (request, reply, done) => {
    const spelledOut = called(request);
    if (spelledOut) {
      const allow = [...spelledOut.methods].join(', ');
      void reply.header('Allow', allow);
      throw new AppError('method_not_allowed', `${request.method} is not possible here; allowed: ${allow}.`);
    }
    if (request.is404) throw new AppError('not_found', 'There is nothing at this path.');
    done();
  });
}

function fits(wide: Template, narrow: Template): boolean {
  return wide.path.test(narrow.url.replaceAll(/:\w+/g, 'x'));
}
