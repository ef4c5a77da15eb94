import type { App } from './types.ts';

/**
 * Adds routes for signed deliveries: the handler gets the bytes of a JSON body as they were sent, which is what the
 * sender's signature is over. The schemas of body and headers only describe: which headers are needed is the sender's
 * word, and the signature comes before all else about the body. All this holds for these routes alone.
 */
export async function withRawBodies(app: App, add: (app: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    const compile = scope.validatorCompiler;
    scope.setValidatorCompiler((part) => (part.httpPart === 'params' && compile ? compile(part) : () => true));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    add(scope);
  });
}
