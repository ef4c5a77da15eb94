import { SignBadge, type Sign } from '../../../ui/badge.tsx';
import { isPast, When } from '../../../ui/when.tsx';
import styles from '../settings.module.css';
import type { Key } from './queries.ts';

/** Whether a key can be used still. */
export const isAlive = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at === null && (expires_at === null || !isPast(expires_at));

function standing(key: Key): Sign {
  if (key.revoked_at !== null) return ['unknown', 'stopped', 'revoked'];
  if (!isAlive(key)) return ['unknown', 'waiting', 'expired'];
  return key.rotated_to === null ? ['good', 'good', 'active'] : ['medium', 'waiting', 'replaced'];
}

/** How a key stands: whether it works, and until when. */
export function KeyStanding({ apiKey }: { apiKey: Key }) {
  const { expires_at } = apiKey;
  return (
    <span className={styles.line}>
      <SignBadge sign={standing(apiKey)} />
      {expires_at !== null && isAlive(apiKey) && (
        <span className={styles.muted}>
          expires <When at={expires_at} />
        </span>
      )}
    </span>
  );
}
