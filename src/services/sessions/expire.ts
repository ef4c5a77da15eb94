import { forgetSessions } from '../../store/queries/sessions.ts';
import type { Services } from '../context.ts';

/** Erases sessions and links that are over. */
export async function expireSessions({ store }: Pick<Services, 'store'>): Promise<void> {
  await forgetSessions(store.db, new Date());
}
