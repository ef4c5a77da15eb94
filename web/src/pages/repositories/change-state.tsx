import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withoutEmpty } from '../../api/search.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Confirmation, Dialog, Form, useForm } from '../../ui/form.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { Name } from '../../ui/text.tsx';
import { MappingPreview } from './preview.tsx';
import { mappingsQuery, useReplaceMappings, type Known, type Mapping, type State } from './queries.ts';
import { NO_REPOSITORY, RepositoryChoice } from './repository-choice.tsx';

/** The list with one assignment more: the first that matches wins, so it goes to the front, in the place of one for the same. */
const withAssignment = ({ mappings }: Known, assignment: Mapping): Mapping[] => [
  assignment,
  ...mappings.filter(({ state }) => state !== assignment.state),
];

type Props = { state: State; onClose: () => void };

function AssignForm({ state, known, onClose }: Props & { known: Known }) {
  const [previewed, setPreviewed] = useState<Mapping[]>();
  const replace = useReplaceMappings(onClose);
  const path = state.source === 'api' && state.path !== '.' ? (state.path ?? '') : '';
  const began = { state: state.key, repo_id: state.repo_id ?? NO_REPOSITORY, path, reason: '' };
  const { values, text, choice } = useForm(began, replace, (name) => `/mappings/0/${name}`);
  const isOwn = known.mappings.some((one) => one.state === state.key);
  function preview() {
    const repo_id = values.repo_id === NO_REPOSITORY ? null : values.repo_id;
    const more = withoutEmpty({ path: repo_id === null ? '' : values.path.trim(), reason: values.reason.trim() });
    setPreviewed(withAssignment(known, { state: values.state, repo_id, ...more }));
  }
  if (previewed)
    return (
      <Confirmation
        dismiss="Back"
        onClose={() => setPreviewed(undefined)}
        action="Save"
        look="main"
        change={replace}
        onConfirm={() => replace.mutate({ version: known.version, mappings: previewed })}
      >
        <MappingPreview mappings={previewed} />
      </Confirmation>
    );
  return (
    <Form
      action="Preview"
      change={{ ...replace, error: null }}
      onSubmit={preview}
      beside={
        <>
          {isOwn && (
            <Button onClick={() => setPreviewed(known.mappings.filter((one) => one.state !== state.key))}>
              Remove assignment
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <TextField
        {...text('state')}
        label="States"
        required
        maxLength={1024}
        help="A key; * stands for any text. This takes precedence over repositories."
      />
      <RepositoryChoice
        {...choice('repo_id')}
        label="Repository"
        none="None (the organization)"
        known={state.repo_id === null ? undefined : { id: state.repo_id, name: state.repo_full_name ?? state.repo_id }}
      />
      <TextField
        {...text('path')}
        label="Root module directory"
        maxLength={1024}
        help="Blank = what the repository says, or else all of it."
      />
      <TextField {...text('reason')} label="Reason" maxLength={500} help="Shown with the state." />
    </Form>
  );
}

/** Assigns a state to a repository by hand, after a preview of what that changes. */
export function ChangeState({ state, onClose }: Props) {
  const query = useQuery(mappingsQuery(useApi(), useOrg()));
  return (
    <Dialog title="Assign repository" onClose={onClose}>
      <p>
        <Name mono>{state.key}</Name>
      </p>
      <Note>
        <Name>{state.why === null ? 'Unassigned. Link a repository.' : `Now: ${state.why}`}</Name>
      </Note>
      <Asked query={query} what="the assignments">
        {(known) => <AssignForm state={state} known={known} onClose={onClose} />}
      </Asked>
    </Dialog>
  );
}
