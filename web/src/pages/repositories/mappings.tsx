import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useLack, useOrg } from '../../api/use-api.ts';
import { Asked, Empty } from '../../ui/notes.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/form.tsx';
import { Name } from '../../ui/text.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { MappingPreview } from './preview.tsx';
import { choosableQuery, type Known, mappingsQuery, previewQuery, useReplaceMappings } from './queries.ts';
import styles from './repositories.module.css';

function RemoveMapping({ known, at, onClose }: { known: Known; at: number; onClose: () => void }) {
  const replace = useReplaceMappings(onClose);
  const mappings = known.mappings.toSpliced(at, 1);
  return (
    <Confirm
      title="Remove assignment?"
      onClose={onClose}
      action="Remove"
      change={replace}
      onConfirm={() => replace.mutate({ ...known, mappings })}
    >
      <p>
        <Name mono>{known.mappings[at]?.state ?? ''}</Name>
      </p>
      <MappingPreview mappings={mappings} />
    </Confirm>
  );
}

function MappingTable({ known }: { known: Known }) {
  const [api, org] = [useApi(), useOrg()];
  const lack = useLack('write');
  const [removing, setRemoving] = useState<number>();
  const { data: repositories = [] } = useQuery(choosableQuery(api, org));
  const { data: preview } = useQuery(previewQuery(api, org, known.mappings));
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
          { head: 'States', cell: ({ state }) => <Name mono>{state}</Name> },
          {
            head: 'Repository',
            cell: ({ repo_id: id }) =>
              id === null ? 'the organization' : <Name>{names.get(id) ?? `a hidden repository (${id})`}</Name>,
          },
          { head: 'Directory', cell: ({ path }) => (path === undefined ? 'its own claim' : <Name mono>{path}</Name>) },
          { head: 'Reason', cell: ({ reason }) => (reason === undefined ? '' : <Name>{reason}</Name>) },
          { head: 'Applies to', number: true, cell: ({ at }) => preview?.decides[at]?.toLocaleString('en') ?? '…' },
          {
            head: 'Actions',
            cell: ({ at, state }) =>
              lack === undefined && (
                <Button small onClick={() => setRemoving(at)}>
                  Remove<span className="said-only"> {state.slice(0, 100)}</span>
                </Button>
              ),
          },
        ]}
      />
      {removing !== undefined && <RemoveMapping known={known} at={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** The assignments by hand, and how many states each applies to. */
export function Mappings() {
  const query = useQuery(mappingsQuery(useApi(), useOrg()));
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
