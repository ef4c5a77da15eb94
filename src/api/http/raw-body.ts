import { type Readable, Transform } from 'node:stream';
import type { App } from './types.ts';
import { AppError } from '../../base/errors.ts';

/** Limits of the bytes that all bodies hold: `all` together, and `large` beyond the first `small` bytes of each. */
export type HeldBytes = { all: number; small: number; large: number };

export type BodyBudget = {
  /** Counts a body as it arrives; ends it with 503 without more room. Call `release` when its memory is free. */
  admit(body: Readable): { body: Readable; release: () => void };
};

/**
 * Bounds the memory of bodies from anonymous callers. Counts received bytes, not announced ones, so that no header
 * reserves memory. The beginning of each body has its own room, so that a few large, slow ones do not keep out small
 * ones.
 */
export function createBodyBudget({ all, small, large }: HeldBytes): BodyBudget {
  let held = 0;
  let heldBeyond = 0;
  return {
    admit(source) {
      let length = 0;
      let released = false;
      const beyond = () => Math.max(0, length - small);
      function release(): void {
        if (released) return;
        released = true;
        held -= length;
        heldBeyond -= beyond();
      }
      const body = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const before = beyond();
          const more = Math.max(0, length + chunk.length - small) - before;
          const full = held + chunk.length > all || (more > 0 && heldBeyond + more > large);
          if (released || full) {
            release();
            done(
              new AppError('unavailable', 'Too many large bodies are being sent at the moment; send it again later.', {
                retryAfter: 30,
              }),
            );
            return;
          }
          length += chunk.length;
          held += chunk.length;
          heldBeyond += more;
          done(null, chunk);
        },
      });
      // The reader may have stopped already; then nobody needs the error.
      body.on('error', () => undefined);
      source.once('error', (error) => body.destroy(error));
      // Nothing flows before somebody reads, who then also gets errors. Not `pipeline`: it would destroy the request
      // with the body, so that no response could be sent.
      body.once('resume', () => source.pipe(body));
      return { body, release };
    },
  };
}

const MIB = 1024 * 1024;
/**
 * Signatures are checked when a body is complete, so anybody may send one until then: two of the largest at once and
 * many small ones, within a server's documented memory.
 */
const HELD: HeldBytes = { all: 96 * MIB, small: MIB, large: 64 * MIB };

/**
 * Adds routes for signed deliveries. The handler gets the bytes of a JSON body as sent, because the signature covers
 * them. The schemas of body and headers are for the document only: the sender defines the required headers, and the
 * signature is checked before anything else of the body. Only these routes behave so, and share the limit of held bytes;
 * beyond it they answer 503.
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
