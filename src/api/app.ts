import { fastify, LogController } from 'fastify';
import { guard, identify } from './http/auth.ts';
import { readBodies } from './http/body.ts';
import { answerClientErrors, answerInsteadOfNode, originForm, tooLongFor } from './http/client-errors.ts';
import { watchConnections, type Connections } from './http/connections.ts';
import { allowOrigins } from './http/cors.ts';
import { sendError } from './http/errors.ts';
import { newRequestId, ownHeaders, setOwnHeaders } from './http/headers.ts';
import { limitRequests, addressLimitHeaders } from './http/limits.ts';
import { recordAnswer, recordAnswers } from './http/metrics.ts';
import { answerUnrouted } from './http/methods.ts';
import { describeApi } from './openapi/describe.ts';
import { givenRequestId, trustIn } from './http/proxies.ts';
import { addRoutes } from './routes/index.ts';
import { isSecure } from './http/session-cookie.ts';
import { serializeAnswers } from './http/serialization.ts';
import { refuseUnstorableTexts } from './http/texts.ts';
import type { ApiOptions, App } from './http/types.ts';
import { validateRequests } from './http/validation.ts';
import { serveDashboard } from './web/serve.ts';

/** Load balancers keep connections for 60 s. The server keeps them longer, so that it never closes them first. */
const KEEP_ALIVE_MS = 72_000;
const TIMEOUTS = { headers: 10_000, request: 60_000, answer: 55_000 };
/** Limits connections without traffic: a client that does not read its response must not keep one forever. */
const SOCKET_TIMEOUT_MS = 120_000;
const MAX_CONNECTIONS = 10_000;

/** Builds the API. Tests call it with `inject`; the server makes it listen. */
export async function buildApp(options: ApiOptions): Promise<App> {
  const limitHeadersFor = addressLimitHeaders(options);
  const { trustedProxies = [], corsOrigins = [], publicUrl, timeouts = TIMEOUTS } = options.http ?? {};
  const trusts = trustIn(trustedProxies);
  let connections: Connections | undefined;
  const app: App = fastify({
    loggerInstance: options.log,
    // Fastify's own log lines contain the whole URL, with any secrets in it.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (request) => givenRequestId(request, trusts) ?? newRequestId(),
    requestIdHeader: false,
    trustProxy: trusts,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    bodyLimit: 1024 * 1024,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    requestTimeout: timeouts.request,
    handlerTimeout: timeouts.answer,
    http: {
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: Math.min(2000, timeouts.headers / 2),
    },
    // Router errors occur before any hook, and parser errors before a request exists.
    frameworkErrors(error, request, reply) {
      void reply.headers({ ...ownHeaders(request.id), ...limitHeadersFor(request.ip) });
      reply.raw.once('close', () => recordAnswer(options, request, reply));
      sendError(tooLongFor(request.raw) ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) =>
      connections && answerClientErrors(options, connections, limitHeadersFor)(error, socket),
  });
  connections = watchConnections(app.server);
  app.server.maxConnections = MAX_CONNECTIONS;
  closeInOrder(app, connections);
  recordAnswers(app, options);
  const hsts = isSecure(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    setOwnHeaders(request, reply, { hsts });
    done();
  });
  app.setErrorHandler(sendError);
  answerInsteadOfNode(app, options, limitHeadersFor);
  allowOrigins(app, corsOrigins);
  await serveDashboard(app, options);
  readBodies(app);
  refuseUnstorableTexts(app);
  validateRequests(app);
  serializeAnswers(app);
  identify(app, options);
  limitRequests(app, options);
  guard(app, options);
  answerUnrouted(app);
  await describeApi(app, options.version);
  await addRoutes(app, options);
  await app.ready();
  return app;
}

/** Answers requests in flight before the server closes, with `Connection: close`. */
function closeInOrder(app: App, connections: Connections): void {
  app.decorate('drain', () => connections.drain());
  app.addHook('preClose', () => connections.drain());
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (connections.draining()) void reply.header('Connection', 'close');
    done();
  });
}
