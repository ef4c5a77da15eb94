import type { FastifyReply, FastifyRequest } from 'fastify';
import { METHODS } from 'node:http';
import { holderOf } from './limits.ts';
import type { ApiOptions, App } from './types.ts';

/** The status for the log of a request whose caller disconnected before the whole response, as proxies log it. */
const GONE = 499;

/**
 * The route's template. Dashboard pages have none (web/serve.ts): all of them share one text, and unknown paths another.
 */
function routeOf({ is404, method, routeOptions }: FastifyRequest, status: number): string {
  if (is404) return (method === 'GET' || method === 'HEAD') && status < 400 ? 'dashboard' : 'unmatched';
  return routeOptions.url ?? 'unmatched';
}

const methodOf = ({ method }: FastifyRequest) => (METHODS.includes(method) ? method : 'other');

/** Records a response in the log and the metrics. Never the path or the query, whose content callers choose. */
export function recordAnswer({ metrics }: Pick<ApiOptions, 'metrics'>, request: FastifyRequest, reply: FastifyReply) {
  const { raw, elapsedTime } = reply;
  const status = raw.writableEnded ? raw.statusCode : GONE;
  const labels = { method: methodOf(request), route: routeOf(request, status), status };
  metrics.requestAnswered({ ...labels, seconds: elapsedTime / 1000 });
  const ms = Math.round(elapsedTime * 100) / 100;
  const { caller, ip: address } = request;
  request.log.info({ ...labels, ms, address, ...(caller?.kind === 'identified' && holderOf(caller)) }, 'request');
}

/** Records every response once, whether its caller has waited or not. Call this before adding other hooks. */
export function recordAnswers(app: App, options: Pick<ApiOptions, 'metrics'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => recordAnswer(options, request, reply));
    done();
  });
}
