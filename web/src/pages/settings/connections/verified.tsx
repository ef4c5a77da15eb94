import { Badge } from '../../../ui/badge.tsx';
import { Note, ProblemNote } from '../../../ui/notes.tsx';
import { Name, When } from '../../../ui/text.tsx';
import styles from '../settings.module.css';

const CHECKS = {
  list: 'List states',
  locks: 'Read locks',
  start: 'Start the provider',
  configure: 'Configure it',
} as const;

type Check = { name: keyof typeof CHECKS | 'read'; ok: boolean; detail: string };
type Verification = { ok: boolean; checks: readonly Check[]; checked_at: string };
type VerifiedProps = {
  verify: { data: Verification | undefined; error: unknown; isPending: boolean };
  /** The subject of the sentence about the result: "This source". */
  what: string;
  /** The label of the check `read`: "Read a state". */
  read: string;
};

/** The result of the last verification, check by check. */
export function Verified({ verify: { data, error, isPending }, what, read }: VerifiedProps) {
  return (
    <div role="status" className={styles.cards}>
      <ProblemNote error={error} />
      {!isPending && data !== undefined && (
        <>
          <Note>
            {data.ok ? `${what} works.` : `${what} does not work yet: fix what failed and verify again.`}{' '}
            <When at={data.checked_at} />
          </Note>
          <ul className={styles.cards}>
            {data.checks.map(({ name, ok, detail }) => (
              <li key={name} className={styles.line}>
                <Badge sign={ok ? ['good', 'good', 'works'] : ['critical', 'failed', 'failed']} />
                <strong>{name === 'read' ? read : CHECKS[name]}:</strong> <Name text={detail} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
