import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Note } from '../../ui/notes.tsx';
import { oneOrMany } from '../../ui/words.ts';
import type { Overview } from './queries.ts';

/** States that repositories claim and nobody has: until somebody accepts that, no repository is told of their drift. */
export function Proposals({ states: { proposed } }: Pick<Overview, 'states'>) {
  const org = useOrg();
  if (proposed === 0) return null;
  return (
    <Note>
      <p>
        {oneOrMany(proposed, 'state')} claimed by a repository and not accepted yet: pull requests do not show their
        drift.{' '}
        <Link
          className={buttonClass('plain', true)}
          to="/o/$org/repositories"
          params={{ org }}
          search={{ view: 'proposals' }}
        >
          Review proposals
        </Link>
      </p>
    </Note>
  );
}
