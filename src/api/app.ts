import { randomBytes } from 'node:crypto';
import { fastify } from 'fastify';
import { AppError } from '../base/errors.ts';
import { base62 } from '../base/ids.ts';
import { guard } from './auth.ts';
import { sendError } from './errors.ts';
import { refuseOtherMethods } from './methods.ts';
import { describeApi } from './openapi.ts';
import { addRoutes } from './routes/index.ts';
import type { ApiOptions, App } from './types.ts';
import { validateRequests } from './validation.ts';

/** Builds the API. Tests call it with `inject`, the server lets it listen. */
export async function buildApp(options: ApiOptions): Promise<App> {
  const app: App = fastify({
    loggerInstance: options.log,
    genReqId: () => `req_${base62(randomBytes(12), 17)}`,
    requestIdHeader: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    frameworkErrors: sendError,
  });
  app.decorateRequest('ctx');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id).header('Cache-Control', 'no-store');
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this path.');
  });
  validateRequests(app);
  guard(app, options);
  await describeApi(app, options.version);
  const refuseTheRest = refuseOtherMethods(app);
  addRoutes(app, options);
  refuseTheRest();
  await app.ready();
  return app;
}
