import { forgetSummaries } from '../../store/queries/summaries.ts';
import type { Base } from '../base/context.ts';
import { KEPT_DAYS } from './summarise.ts';

/** Forgets what models wrote so long ago that it is not used again; analyses have their summaries for themselves. */
export async function expireSummaries({ store }: Pick<Base, 'store'>): Promise<void> {
  await forgetSummaries(store.db, new Date(Date.now() - KEPT_DAYS * 86_400_000));
}
