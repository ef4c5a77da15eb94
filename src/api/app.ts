import { fastify, LogController } from 'fastify';
import { AppError } from '../base/errors.ts';
import { guard, identify } from './auth.ts';
import { answerClientErrors, answerInsteadOfNode } from './client-errors.ts';
import { sendError } from './errors.ts';
import { limitRequests, tellAddress } from './limits.ts';
import { noteAnswer, noteAnswers } from './metrics.ts';
import { refuseOtherMethods } from './methods.ts';
import { describeApi } from './openapi/describe.ts';
import { newRequestId } from './request-id.ts';
import { addRoutes } from './routes/index.ts';
import type { ApiOptions, App } from './types.ts';
import { validateRequests } from './validation.ts';

/** Builds the API. Tests call it with `inject`, the server lets it listen. */
export async function buildApp(options: ApiOptions): Promise<App> {
  const tell = tellAddress(options);
  const app: App = fastify({
    loggerInstance: options.log,
    // Fastify's own lines have the whole URL, with whatever secrets a caller put there.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: newRequestId,
    requestIdHeader: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    http: { requireHostHeader: false },
    // Errors of the router come before any hook, and those of the parser before there is a request.
    frameworkErrors(error, request, reply) {
      void reply.headers({ ...ownHeaders(request.id), ...tell(request.ip) });
      reply.raw.once('close', () => noteAnswer(options, request, reply));
      sendError(error, request, reply);
    },
    clientErrorHandler: answerClientErrors({ ...options, tell }),
  });
  noteAnswers(app, options);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(ownHeaders(request.id));
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this path.');
  });
  answerInsteadOfNode(app);
  validateRequests(app);
  identify(app, options);
  limitRequests(app, options);
  guard(app, options);
  await describeApi(app, options.version);
  const refuseTheRest = refuseOtherMethods(app);
  await addRoutes(app, options);
  refuseTheRest();
  await app.ready();
  return app;
}

/** What every answer carries besides its content. */
function ownHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
}
