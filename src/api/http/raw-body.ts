import { type Readable, Transform } from 'node:stream';
import type { App } from './types.ts';
import { AppError } from '../../base/errors.ts';

/** Bytes that bodies may hold together: all of them, and what is beyond the first `small` bytes of each. */
export type HeldBytes = { all: number; small: number; large: number };

export type BodyBudget = {
  /** The body, counted as it comes in; it ends with 503 where there is no more room. `release` when it is held no more. */
  admit(body: Readable): { body: Readable; release: () => void };
};

/**
 * Bounds the memory of bodies from anonymous callers. What has come in counts, not what was announced, so that
 * nobody takes room by a header; the beginning of each body has room of its own, so that a few large ones, sent slowly,
 * do not keep out the many small ones.
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
      // Whoever reads it may have turned away already: then nobody needs the error.
      body.on('error', () => undefined);
      source.once('error', (error) => body.destroy(error));
      // Nothing comes in before somebody reads, who then hears of errors too. Not `pipeline`: that would destroy the
      // request along with the body, and nobody could be answered.
      body.once('resume', () => source.pipe(body));
      return { body, release };
    },
  };
}

const MIB = 1024 * 1024;
/**
 * Signatures are checked when a body is whole, so until then anybody may send: two of the largest at once and many small
 * ones, within the documented memory of a server.
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
