import { CompiledQuery } from 'kysely';
import type { KyselyTransactionLike } from 'pg-boss';
import type { JobSender } from '../../services/base/jobs.ts';
import { errorOf, failureOf, type Order, type Word } from './protocol.ts';

type Heard = Extract<Order, { type: 'execute' | 'sent' }>;

/** The queue of the server as its worker processes see it: what they send is written in their own transactions. */
export function remoteQueue(tell: (word: Word) => void): JobSender & { hear(order: Heard): void } {
  const sends = new Map<number, PromiseWithResolvers<string | null> & { db: KyselyTransactionLike }>();
  let lastId = 0;

  async function execute({ send, id, sql, parameters }: Extract<Heard, { type: 'execute' }>): Promise<void> {
    const db = sends.get(send)?.db;
    try {
      if (!db) throw new Error('there is no such message');
      const { rows } = await db.executeQuery<unknown>(CompiledQuery.raw(sql, [...parameters]));
      tell({ type: 'executed', id, answer: { value: rows } });
    } catch (error) {
      tell({ type: 'executed', id, answer: { failure: failureOf(error) } });
    }
  }

  return {
    send(name, data, { db, ...options }) {
      const send = ++lastId;
      const sending = { ...Promise.withResolvers<string | null>(), db };
      sends.set(send, sending);
      tell({ type: 'send', send, name, data, options });
      return sending.promise;
    },
    hear(order) {
      if (order.type === 'execute') return void execute(order);
      const sending = sends.get(order.send);
      sends.delete(order.send);
      if ('failure' in order.answer) sending?.reject(errorOf(order.answer.failure));
      else sending?.resolve(order.answer.value);
    },
  };
}
