import { sql, type RawBuilder } from 'kysely';

/** Whether a text holds another one, without regard to case. */
export const holds = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql`strpos(lower(${text}), lower(${part}::text)) > 0`;
