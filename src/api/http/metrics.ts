import type { FastifyReply, FastifyRequest } from 'fastify';
import { METHODS } from 'node:http';
import { holderOf } from './limits.ts';
import type { ApiOptions, App } from './types.ts';

/** The status of a request whose caller went away before the answer was whole. No answer has it; logs of proxies do. */
const GONE = 499;

/** The template of the route. Pages of the dashboard have none (web/serve.ts): one text is for all of them, another for all paths that lead nowhere. */
function routeOf({ is404, method, routeOptions }: FastifyRequest, status: number): string {
  if (is404) return (method === 'GET' || method === 'HEAD') && status < 400 ? 'dashboard' : 'unmatched';
  return routeOptions.url ?? 'unmatched';
}

const methodOf = ({ method }: FastifyRequest) => (METHODS.includes(method) ? method : 'other');

/** Notes one answer: a line in the log and a measurement. Never the path or the query: callers choose what is in them. */
export function recordAnswer({ metrics }: Pick<ApiOptions, 'metrics'>, request: FastifyRequest, reply: FastifyReply) {
  const { raw, elapsedTime } = reply;
  const status = raw.writableEnded ? raw.statusCode : GONE;
  const labels = { method: methodOf(request), route: routeOf(request, status), status };
  metrics.requestAnswered({ ...labels, seconds: elapsedTime / 1000 });
  const ms = Math.round(elapsedTime * 100) / 100;
  const { caller, ip: address } = request;
  request.log.info({ ...labels, ms, address, ...(caller?.kind === 'identified' && holderOf(caller)) }, 'request');
}

/** Notes every answer once, whether its caller has waited for it or not. To be called before other hooks are added. */
export function recordAnswers(app: App, options: Pick<ApiOptions, 'metrics'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => recordAnswer(options, request, reply));
    done();
  });
}
