import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Name } from '../../ui/text.tsx';
import notes from '../../ui/notes.module.css';
import type { ListedAnalysis } from './queries.ts';
import { StartAnalysis } from './start.tsx';

/** Codes of temporary errors, which a retry alone may resolve. */
const PASSING: readonly string[] = ['internal', 'quota_exceeded', 'source_unreachable'];

type Last = Pick<ListedAnalysis, 'status' | 'error'> | null;

/** Whether the error banner links to the connection settings, so that the page need not repeat the link below. */
export const leadsToConnection = (last: Last): boolean =>
  last?.status === 'failed' && ![...PASSING, 'no_states'].includes(last.error?.code ?? 'internal');

/** The reason for an analysis's failure, with a button to fix it; nothing if the analysis did not fail. */
export function Trouble({ last }: { last: Last }) {
  if (last?.status !== 'failed') return null;
  const { code = 'internal', detail = 'It ended before it had a result.' } = last.error ?? {};
  return (
    <div className={`${notes.problem} ${notes.banner}`} role="alert">
      <h2>Analysis failed</h2>
      <Name block text={detail} />
      {PASSING.includes(code) ? (
        <StartAnalysis />
      ) : code === 'no_states' ? (
        <Link className={buttonClass('main')} to="/o/$org/repositories" from="/o/$org">
          Assign states
        </Link>
      ) : (
        <Link className={buttonClass('main')} to="/o/$org/settings/connections" from="/o/$org">
          Fix the connection
        </Link>
      )}
    </div>
  );
}
