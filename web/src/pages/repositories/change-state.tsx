import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Asked, Note, ProblemNote } from '../../ui/notes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/form.tsx';
import { TextField, wrongAt } from '../../ui/field.tsx';
import { Name } from '../../ui/text.tsx';
import { MappingPreview } from './preview.tsx';
import { type Known, type Mapping, mappingsQuery, type State, useReplaceMappings } from './queries.ts';
import { NO_REPOSITORY, RepositoryChoice } from './repository-choice.tsx';
import styles from './repositories.module.css';

/** The list with one decision more: the first that fits a key counts, so it goes to the front, in the place of one for the same. */
const withDecision = ({ mappings }: Known, decision: Mapping): Mapping[] => [
  decision,
  ...mappings.filter(({ state }) => state !== decision.state),
];

function Form({ state, known, onClose }: { state: State; known: Known; onClose: () => void }) {
  const [pattern, setPattern] = useState(state.key);
  const [repository, setRepository] = useState(state.repo_id ?? NO_REPOSITORY);
  const [path, setPath] = useState(state.source === 'api' && state.path !== '.' ? (state.path ?? '') : '');
  const [reason, setReason] = useState('');
  const [previewed, setPreviewed] = useState<Mapping[]>();
  const replace = useReplaceMappings(onClose);
  const own = known.mappings.some((one) => one.state === state.key);
  const decision: Mapping = {
    state: pattern,
    repo_id: repository === NO_REPOSITORY ? null : repository,
    ...(path.trim() !== '' && repository !== NO_REPOSITORY && { path: path.trim() }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  const wrong = (field: string) => wrongAt(replace.error, `/mappings/0/${field}`);
  if (previewed)
    return (
      <>
        <MappingPreview mappings={previewed} />
        {replace.error !== null && <ProblemNote error={replace.error} />}
        <DialogActions>
          <Button onClick={() => setPreviewed(undefined)}>Back</Button>
          <Button
            look="main"
            busy={replace.isPending}
            onClick={() => replace.mutate({ version: known.version, mappings: previewed })}
          >
            Save
          </Button>
        </DialogActions>
      </>
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setPreviewed(withDecision(known, decision));
      }}
    >
      <TextField
        label="States"
        required
        maxLength={1024}
        value={pattern}
        onChange={({ target }) => setPattern(target.value)}
        help="A key; * stands for any text. This takes precedence over repositories."
        wrong={wrong('state')}
      />
      <RepositoryChoice
        label="Repository"
        value={repository}
        none="The organization, no repository"
        known={state.repo_id === null ? undefined : { id: state.repo_id, name: state.repo_full_name ?? state.repo_id }}
        onChoose={setRepository}
        wrong={wrong('repo_id')}
      />
      <TextField
        label="Root module directory"
        maxLength={1024}
        value={path}
        onChange={({ target }) => setPath(target.value)}
        help="Blank = what the repository says, or else all of it."
        wrong={wrong('path')}
      />
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        help="Shown with the state."
        wrong={wrong('reason')}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {own && (
          <Button onClick={() => setPreviewed(known.mappings.filter((one) => one.state !== state.key))}>
            Remove assignment
          </Button>
        )}
        <Button type="submit" look="main">
          Preview
        </Button>
      </DialogActions>
    </form>
  );
}

/** Says by hand whose a state is: first what, then what that changes, then it is done. */
export function ChangeState({ state, onClose }: { state: State; onClose: () => void }) {
  const query = useQuery(mappingsQuery(useApi(), useOrg()));
  return (
    <Dialog title="Assign repository" open onClose={onClose}>
      <p>
        <Name mono>{state.key}</Name>
      </p>
      <Note>{state.why === null ? 'Unassigned. Link a repository.' : <Name>{`Now: ${state.why}`}</Name>}</Note>
      <Asked query={query} what="the assignments">
        {(known) => <Form state={state} known={known} onClose={onClose} />}
      </Asked>
    </Dialog>
  );
}
