import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { useApi, useChange, useLack, useOrg } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/form.tsx';
import { Name } from '../../ui/text.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import type { Repository } from './queries.ts';
import styles from './repositories.module.css';

function useDecision(repository: Repository) {
  const [api, org] = [useApi(), useOrg()];
  const path = { org_id: org, repo_id: repository.id };
  return useChange(
    (public_details: boolean) =>
      ask(api.PATCH('/api/v1/orgs/{org_id}/repos/{repo_id}', { params: { path }, body: { public_details } })),
    { stale: [[org, 'repositories']] },
  );
}

function wordsOf({ private: isPrivate, public_details: details }: Repository): string {
  if (!details) return 'Public: reports hold counts and a link';
  return isPrivate ? 'Reports hold details, also once it is public' : 'Public: reports hold details, for everybody';
}

/** Whether reports in a public repository hold details. */
export function PublicDetails({ repository }: { repository: Repository }) {
  const [asking, setAsking] = useState(false);
  const decide = useDecision(repository);
  const lack = useLack('admin');
  const { public_details: details, full_name: name } = repository;
  if (repository.private && !details) return null;
  return (
    <div className={styles.chips}>
      <span className={styles.muted}>{wordsOf(repository)}</span>
      {details ? (
        <Button small busy={decide.isPending} unavailable={lack} onClick={() => decide.mutate(false)}>
          Hide details
        </Button>
      ) : (
        <Button small unavailable={lack} onClick={() => setAsking(true)}>
          Publish details…
        </Button>
      )}
      {decide.error !== null && !asking && <ProblemNote error={decide.error} />}
      <Confirm
        title="Publish details for everybody?"
        open={asking}
        onClose={() => setAsking(false)}
        action="Publish details"
        change={decide}
        onConfirm={() => decide.mutate(true, { onSuccess: () => setAsking(false) })}
      >
        <p>
          <Name>{name}</Name> is public. Checks, comments and issues there will show live values, addresses, ARNs and
          tags to everybody on the internet. Hiding them later takes them out of reports, but not out of copies, mails
          and the history of issues.
        </p>
      </Confirm>
    </div>
  );
}
