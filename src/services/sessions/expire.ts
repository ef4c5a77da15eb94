import { forgetSessions } from '../../store/queries/sessions.ts';
import type { Base } from '../base/context.ts';

/** Erases sessions and links that are over. */
export async function expireSessions({ store }: Pick<Base, 'store'>): Promise<void> {
  await forgetSessions(store.db, new Date());
}
