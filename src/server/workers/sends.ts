import type { Queue, SendOptions } from '../../jobs/types.ts';
import type { Jobs } from '../../services/base/jobs.ts';
import { errorOf, failureOf, type ToWorker, type FromWorker } from './protocol.ts';

export type Sending = Pick<Queue<Jobs>, 'send'>;

type Message = Extract<FromWorker, { type: 'send' | 'executed' }>;

/**
 * Writes the messages of a worker process: the queue is here, the transaction is there. Each statement that the queue makes
 * goes back to the transaction, so that the message is there when that commits, and never otherwise.
 */
export function answerSends(queue: Sending, post: (message: ToWorker) => void) {
  const executing = new Map<number, PromiseWithResolvers<readonly unknown[]>>();
  let lastId = 0;
  let closed = false;

  async function execute(send: number, sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    if (closed) throw new Error('the process that sends a message is gone');
    const id = ++lastId;
    const statement = Promise.withResolvers<readonly unknown[]>();
    executing.set(id, statement);
    post({ type: 'execute', send, id, sql, parameters });
    return statement.promise;
  }

  async function answer({ send, name, data, options }: Extract<Message, { type: 'send' }>): Promise<void> {
    const db: SendOptions['db'] = {
      // Whoever asks says of what kind the rows are.
      executeQuery: async ({ sql, parameters }) => ({ rows: (await execute(send, sql, parameters)) as never[] }),
    };
    const sent = queue.send(name, data as Jobs[typeof name], { ...options, db });
    const result = await sent.then(
      (value) => ({ value }),
      (error: unknown) => ({ failure: failureOf(error) }),
    );
    post({ type: 'sent', send, answer: result });
  }

  return {
    receive(message: Message): void {
      if (message.type === 'send') return void answer(message);
      const statement = executing.get(message.id);
      executing.delete(message.id);
      if ('failure' in message.answer) statement?.reject(errorOf(message.answer.failure));
      else statement?.resolve(message.answer.value);
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
