import { useDeferredValue } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { useFew } from '../../ui/button.tsx';
import { Name } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './analysis.module.css';
import type { Analysis, ViewProps } from './queries.ts';

type State = Analysis['states'][number];

const FIRST = 8;
const FEW = 50;
const ORDER: Record<State['status'], number> = { unreadable: 0, pending: 1, read: 2 };

function StateBadge({ status }: Pick<State, 'status'>) {
  if (status === 'read') return <Badge sign={['good', 'good', 'read']} />;
  if (status === 'pending') return <Badge sign={['unknown', 'waiting', 'waiting']} />;
  return <Badge sign={['unknown', 'unknown', 'not read']} />;
}

/** The states in scope; states that could not be read come first. */
export function StatesView({ analysis: { states }, onChange }: Pick<ViewProps, 'analysis' | 'onChange'>) {
  const ordered = states.toSorted((a, b) => ORDER[a.status] - ORDER[b.status]);
  const [shown, more] = useFew(ordered, FEW);
  // The first rows render at once, the others with a lower priority.
  const drawn = useDeferredValue(shown.length, FIRST);
  if (states.length === 0) return <Empty title="No states yet">States are listed when the analysis begins.</Empty>;
  return (
    <>
      <Table
        caption="States in scope"
        rows={shown.slice(0, drawn)}
        keyOf={({ key }) => key}
        columns={[
          {
            head: 'Key',
            cell: ({ key }) => (
              <button type="button" className={styles.link} onClick={() => onChange({ view: undefined, state: key })}>
                <Name mono text={key} />
              </button>
            ),
          },
          {
            head: 'Status',
            cell: ({ status, code, detail }) => (
              <>
                <StateBadge status={status} />
                {(detail ?? code) !== undefined && <Name block muted text={detail ?? code ?? ''} />}
              </>
            ),
          },
          { head: 'Serial', cell: ({ serial }) => serial ?? '—', number: true },
          { head: 'Terraform', cell: ({ terraform_version: version }) => <Name text={version ?? '—'} /> },
        ]}
      />
      <div>{more}</div>
    </>
  );
}
