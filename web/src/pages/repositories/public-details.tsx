import { useChange, useLack } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/form.tsx';
import { Name } from '../../ui/text.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import type { Repository } from './queries.ts';
import styles from './repositories.module.css';

function wordsOf({ private: isPrivate, public_details: details }: Repository): string {
  if (!details) return 'Public: reports hold counts and a link';
  return isPrivate ? 'Reports hold details, also once it is public' : 'Public: reports hold details, for everybody';
}

/** The setting whether reports in a public repository contain details. */
export function PublicDetails({ repository }: { repository: Repository }) {
  const decide = useChange('patch', '/api/v1/orgs/{org_id}/repos/{repo_id}', ['repos']);
  const lack = useLack('admin');
  const { id, public_details: details, full_name: name } = repository;
  if (repository.private && !details) return null;
  const input = { repo_id: id, body: { public_details: !details } };
  return (
    <div className={styles.chips}>
      <span className={styles.muted}>{wordsOf(repository)}</span>
      {details ? (
        <>
          <Button
            label="Hide details"
            small
            busy={decide.isPending}
            unavailable={lack}
            onClick={() => decide.mutate(input)}
          />
          <ProblemNote error={decide.error} />
        </>
      ) : (
        <ConfirmButton
          small
          unavailable={lack}
          label="Publish details…"
          title="Publish details for everybody?"
          action="Publish details"
          change={decide}
          input={input}
        >
          <p>
            <Name text={name} /> is public. Checks, comments and issues there will show live values, addresses, ARNs and
            tags to everybody on the internet. Hiding them later takes them out of reports, but not out of copies, mails
            and the history of issues.
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}
