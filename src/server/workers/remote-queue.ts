import { CompiledQuery } from 'kysely';
import type { KyselyTransactionLike } from 'pg-boss';
import type { JobSender } from '../../services/base/jobs.ts';
import { errorOf, failureOf, type ToWorker, type FromWorker } from './protocol.ts';

type Message = Extract<ToWorker, { type: 'execute' | 'sent' }>;

/** The queue of the server as its worker processes see it: what they send is written in their own transactions. */
export function remoteQueue(post: (message: FromWorker) => void): JobSender & { receive(message: Message): void } {
  const sends = new Map<number, PromiseWithResolvers<string | null> & { db: KyselyTransactionLike }>();
  let lastId = 0;

  async function execute({ send, id, sql, parameters }: Extract<Message, { type: 'execute' }>): Promise<void> {
    const db = sends.get(send)?.db;
    try {
      if (!db) throw new Error('there is no such message');
      const { rows } = await db.executeQuery<unknown>(CompiledQuery.raw(sql, [...parameters]));
      post({ type: 'executed', id, answer: { value: rows } });
    } catch (error) {
      post({ type: 'executed', id, answer: { failure: failureOf(error) } });
    }
  }

  return {
    send(name, data, { db, ...options }) {
      const send = ++lastId;
      const sending = { ...Promise.withResolvers<string | null>(), db };
      sends.set(send, sending);
      post({ type: 'send', send, name, data, options });
      return sending.promise;
    },
    receive(message) {
      if (message.type === 'execute') return void execute(message);
      const sending = sends.get(message.send);
      sends.delete(message.send);
      if ('failure' in message.answer) sending?.reject(errorOf(message.answer.failure));
      else sending?.resolve(message.answer.value);
    },
  };
}
