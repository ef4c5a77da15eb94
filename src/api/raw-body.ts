import { createBodyBudget, type HeldBytes } from './body-budget.ts';
import type { App } from './types.ts';

const MIB = 1024 * 1024;
/**
 * Signatures are checked when a body is whole, so until then anybody may send: two of the largest at once and many small
 * ones, within the memory that servers are told to have.
 */
const HELD: HeldBytes = { all: 96 * MIB, small: MIB, large: 64 * MIB };

/**
 * Adds routes for signed deliveries: the handler gets the bytes of a JSON body as they were sent, which is what the
 * sender's signature is over. The schemas of body and headers only describe: which headers are needed is the sender's
 * word, and the signature comes before all else about the body. All this holds for these routes alone, and so does the
 * bound on what their bodies hold together; beyond it they are answered 503.
 */
export async function withRawBodies(app: App, add: (app: App) => void, held: HeldBytes = HELD): Promise<void> {
  const budget = createBodyBudget(held);
  await app.register(async (scope: App) => {
    const compile = scope.validatorCompiler;
    scope.setValidatorCompiler((part) => (part.httpPart === 'params' && compile ? compile(part) : () => true));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('preParsing', async (_request, reply, payload) => {
      const { body, release } = budget.admit(payload);
      reply.raw.once('close', release);
      return body;
    });
    add(scope);
  });
}
