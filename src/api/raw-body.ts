import type { App } from './types.ts';

/**
 * Adds routes whose JSON bodies are not parsed: the handler gets the bytes as they were sent, which is what a sender's
 * signature is over. The parsers belong to these routes alone.
 */
export async function withRawBodies(app: App, add: (app: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    add(scope);
  });
}
