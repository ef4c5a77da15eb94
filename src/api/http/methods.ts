import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { App } from './types.ts';

/** Of two templates that fit a path, the one with the smaller `shape` counts: it spells out the first segment they differ in. */
type Template = { url: string; path: RegExp; shape: string; methods: Set<string> };

const pathOf = ({ raw }: FastifyRequest) => (raw.url ?? '').replace(/[?#;].*$/s, '');

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

/** Which segments of a template are spelled out ("0") and which are parameters ("1"). */
const shapeOf = (url: string) =>
  url
    .split('/')
    .map((part) => (/^[:*]/.test(part) ? '1' : '0'))
    .join('');

/**
 * Answers what no route takes: 405 with `Allow` where the path exists and the method does not, whichever it is; 404
 * elsewhere. Fastify alone would say 404 for both, and would hand `PATCH /orgs/x/keys` to `/orgs/:org_id/:cloud`: a path
 * that is spelled out is nothing else, whatever the method. Collects the routes that are added after it.
 */
export function answerUnrouted(app: App): void {
  const templates = new Map<string, Template>();
  /** By route, the templates that win against it where both fit. Few routes have any. */
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

  // Before a body is read: whatever it is, it was sent to the wrong place.
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
