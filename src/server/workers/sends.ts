import type { Queue, SendOptions } from '../../jobs/types.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import { errorOf, failureOf, type Order, type Word } from './protocol.ts';

export type Sending = Pick<Queue<Jobs>, 'send'>;

type Heard = Extract<Word, { type: 'send' | 'executed' }>;

/**
 * Writes the messages of a worker process: the queue is here, the transaction is there. Each statement that the queue makes
 * goes back to the transaction, so that the message is there when that commits, and never otherwise.
 */
export function answerSends(queue: Sending, tell: (order: Order) => void) {
  const executing = new Map<number, PromiseWithResolvers<readonly unknown[]>>();
  let lastId = 0;
  let closed = false;

  async function execute(send: number, sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    if (closed) throw new Error('the process that sends a message is gone');
    const id = ++lastId;
    const statement = Promise.withResolvers<readonly unknown[]>();
    executing.set(id, statement);
    tell({ type: 'execute', send, id, sql, parameters });
    return statement.promise;
  }

  async function answer({ send, name, data, options }: Extract<Heard, { type: 'send' }>): Promise<void> {
    const db: SendOptions['db'] = {
      // Whoever asks says of what kind the rows are.
      executeQuery: async ({ sql, parameters }) => ({ rows: (await execute(send, sql, parameters)) as never[] }),
    };
    const sent = queue.send(name, data as Jobs[typeof name], { ...options, db });
    const told = await sent.then(
      (value) => ({ value }),
      (error: unknown) => ({ failure: failureOf(error) }),
    );
    tell({ type: 'sent', send, answer: told });
  }

  return {
    hear(word: Heard): void {
      if (word.type === 'send') return void answer(word);
      const statement = executing.get(word.id);
      executing.delete(word.id);
      if ('failure' in word.answer) statement?.reject(errorOf(word.answer.failure));
      else statement?.resolve(word.answer.value);
    },
    /** The process is gone: what it has not answered is over. */
    close(): void {
      closed = true;
      for (const statement of executing.values())
        statement.reject(new Error('the process that sends a message is gone'));
      executing.clear();
    },
  };
}
