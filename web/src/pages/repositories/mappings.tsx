import { useState } from 'react';
import { useLack } from '../../api/use-api.ts';
import type { components } from '../../api/schema.ts';
import { Asked, Empty, Note } from '../../ui/notes.tsx';
import { Name, oneOrMany } from '../../ui/text.tsx';
import {
  type Known,
  type Mapping,
  type State,
  useChoosable,
  useMappingPreview,
  useMappings,
  useReplaceMappings,
} from './queries.ts';
import styles from './repositories.module.css';
import { withoutEmpty } from '../../api/search.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ConfirmButton, Confirmation, Dialog, Form, useForm } from '../../ui/form.tsx';
import { NO_REPOSITORY, RepositoryChoice } from './repository-choice.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

type Reassigned = components['schemas']['MappingPreview']['changes'][number];
const MAX_CHANGES = 12;

function Owner({ owner: { repo_full_name: name, path } }: { owner: Reassigned['before'] }) {
  if (name === null) return <span>the organization</span>;
  return (
    <span>
      <Name text={name} />
      {path !== '.' && <Name mono before=" " text={path && `(${path})`} />}
    </span>
  );
}

/** The preview of the changes by a list of mappings. */
export function MappingPreview({ mappings }: { mappings: readonly Mapping[] }) {
  const query = useMappingPreview(mappings);
  return (
    <Asked query={query} what="what this would change" height="6rem">
      {({ changed, changes, complete }) => (
        <div className={styles.preview}>
          {!complete && <Note>Too many states to preview: the last ones are left out.</Note>}
          {changed === 0 ? (
            <Note>No known state changes. It applies to future ones.</Note>
          ) : (
            <>
              <p>
                <strong>{oneOrMany(changed, 'state')}</strong> will be reassigned:
              </p>
              <ul className={styles.changes}>
                {changes.slice(0, MAX_CHANGES).map(({ key, before, after }) => (
                  <li key={key}>
                    <Name mono text={key} />
                    <span>
                      <Owner owner={before} /> → <Owner owner={after} />
                    </span>
                  </li>
                ))}
              </ul>
              {changed > MAX_CHANGES && <p>and {(changed - MAX_CHANGES).toLocaleString('en')} more</p>}
            </>
          )}
        </div>
      )}
    </Asked>
  );
}

/** Adds an assignment at the front of the list, since the first match wins, and drops any other for the same state. */
const withAssignment = ({ mappings }: Known, assignment: Mapping): Mapping[] => [
  assignment,
  ...mappings.filter(({ state }) => state !== assignment.state),
];

type AssignProps = { state: State; onClose: () => void };

function AssignForm({ state, known, onClose }: AssignProps & { known: Known }) {
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
        onConfirm={() => replace.mutate({ body: { version: known.version, mappings: previewed } })}
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
            <Button
              label="Remove assignment"
              onClick={() => setPreviewed(known.mappings.filter((one) => one.state !== state.key))}
            />
          )}
          <Button label="Cancel" onClick={onClose} />
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

/** Assigns a state to a repository by hand, after a preview of the change. */
export function ChangeState({ state, onClose }: AssignProps) {
  const query = useMappings();
  return (
    <Dialog title="Assign repository" onClose={onClose}>
      <Name block mono text={state.key} />
      <Note>
        <Name text={state.why === null ? 'Unassigned. Link a repository.' : `Now: ${state.why}`} />
      </Note>
      <Asked query={query} what="the assignments">
        {(known) => <AssignForm state={state} known={known} onClose={onClose} />}
      </Asked>
    </Dialog>
  );
}

function RemoveMapping({ known, at }: { known: Known; at: number }) {
  const mappings = known.mappings.toSpliced(at, 1);
  const { state = '' } = known.mappings[at] ?? {};
  return (
    <ConfirmButton
      small
      label="Remove"
      aria-label={`Remove ${state.slice(0, 100)}`}
      title="Remove assignment?"
      action="Remove"
      change={useReplaceMappings()}
      input={{ body: { ...known, mappings } }}
    >
      <Name block mono text={state} />
      <MappingPreview mappings={mappings} />
    </ConfirmButton>
  );
}

function MappingTable({ known }: { known: Known }) {
  const lack = useLack('write');
  const { data: repositories = [] } = useChoosable();
  const { data: preview } = useMappingPreview(known.mappings);
  const names = new Map(repositories.map(({ id, full_name }) => [id, full_name]));
  const rows = known.mappings.map((mapping, at) => ({ ...mapping, at }));
  if (rows.length === 0)
    return (
      <Empty title="No assignments by hand">
        States belong to the repositories that claim them. To override that, choose “Assign” beside a state.
      </Empty>
    );
  return (
    <>
      {lack !== undefined && <p className={styles.muted}>Read-only. {lack}</p>}
      <Table
        caption="Assignments by hand, in order of precedence"
        rows={rows}
        keyOf={({ at, state }) => `${at} ${state}`}
        columns={[
          { head: 'States', cell: ({ state }) => <Name mono text={state} /> },
          {
            head: 'Repository',
            cell: ({ repo_id: id }) =>
              id === null ? 'the organization' : <Name text={names.get(id) ?? `a hidden repository (${id})`} />,
          },
          { head: 'Directory', cell: ({ path }) => (path === undefined ? 'its own claim' : <Name mono text={path} />) },
          { head: 'Reason', cell: ({ reason }) => (reason === undefined ? '' : <Name text={reason} />) },
          { head: 'Applies to', number: true, cell: ({ at }) => preview?.decides[at]?.toLocaleString('en') ?? '…' },
          {
            head: 'Actions',
            cell: ({ at }) => lack === undefined && <RemoveMapping known={known} at={at} />,
          },
        ]}
      />
    </>
  );
}

/** The assignments by hand, each with the number of its states. */
export function Mappings() {
  const query = useMappings();
  return (
    <Section
      title="Set by hand"
      about="The first that matches a state wins, before what repositories say. Every change is in the audit log."
    >
      <Asked query={query} what="the assignments" height="12rem">
        {(known) => <MappingTable known={known} />}
      </Asked>
    </Section>
  );
}
