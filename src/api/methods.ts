import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { App } from './types.ts';

type Known = { path: RegExp; methods: Set<string> };

const pathOf = ({ raw }: FastifyRequest) => (raw.url ?? '').replace(/[?#;].*$/s, '');

/** A route's template as a pattern for whole paths. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

/**
 * Answers what no route takes: 405 with `Allow` where the path exists and the method does not, whichever it is; 404
 * elsewhere. Fastify alone would say 404 for both. Collects the routes that are added after it.
 */
export function answerUnrouted(app: App): void {
  const known = new Map<string, Known>();
  app.addHook('onRoute', ({ url, method }) => {
    const of = known.get(url) ?? { path: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) of.methods.add(one);
    known.set(url, of);
  });
  // Before a body is read: whatever it is, it was sent to the wrong place.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = pathOf(request);
    const there = [...known.values()].filter((one) => one.path.test(path));
    if (there.length === 0) throw new AppError('not_found', 'There is nothing at this path.');
    const allow = [...new Set(there.flatMap(({ methods }) => [...methods]))].join(', ');
    void reply.header('Allow', allow);
    throw new AppError('method_not_allowed', `${request.method} is not possible here; allowed: ${allow}.`);
  });
}
