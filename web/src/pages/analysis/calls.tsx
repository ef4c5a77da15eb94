import type { components } from '../../api/schema.ts';
import { useGet } from '../../api/use-api.ts';
import { useFew } from '../../ui/button.tsx';
import { Asked, Empty } from '../../ui/notes.tsx';
import { Figure, Figures, Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Name } from '../../ui/text.tsx';
import type { Analysis } from './queries.ts';

type Actions = components['schemas']['AnalysisCalls']['actions'];

const FEW = 50;
const COUNTS = [
  ['calls', 'API calls', undefined],
  ['saved', 'Saved', 'answered by an equal or a batched call'],
  ['throttled', 'Throttled', 'rejected by a rate limit'],
  ['refused', 'Refused', 'not sent: no read, or a secret value'],
  ['failed', 'Failed', 'no answer, or a cloud error'],
] as const;

/** The numbers of cloud API calls that an analysis made and saved. */
export function Calls({ analysis: { id, calls } }: { analysis: Analysis }) {
  const query = useGet('/api/v1/analyses/{id}/calls', { id });
  return (
    <>
      <Figures>
        {COUNTS.map(([name, label, about]) => (
          <Figure key={name} label={label} value={calls[name].toLocaleString('en')} about={about} />
        ))}
      </Figures>
      <Section title="Services and actions">
        <Asked query={query} what="the calls" height="16rem">
          {({ actions }) => <ActionTable actions={actions} />}
        </Asked>
      </Section>
    </>
  );
}

function ActionTable({ actions }: { actions: Actions }) {
  const [shown, more] = useFew(actions, FEW);
  if (actions.length === 0)
    return (
      <Empty title="No calls">The providers of this analysis call their clouds directly, where nobody counts.</Empty>
    );
  return (
    <>
      <Table
        caption="Calls by service and action"
        rows={shown}
        keyOf={(one) => `${one.account_id} ${one.region} ${one.service} ${one.action}`}
        columns={[
          { head: 'Service', cell: ({ service }) => <Name text={service} /> },
          { head: 'Action', cell: ({ action }) => <Name mono text={action} /> },
          { head: 'Region', cell: ({ region }) => <Name text={region} /> },
          { head: 'Account', cell: ({ account_id: account }) => <Name text={account ?? '—'} /> },
          ...COUNTS.map(([name, head]) => ({
            head,
            cell: (one: Actions[number]) => one[name].toLocaleString('en'),
            number: true,
          })),
        ]}
      />
      <div>{more}</div>
    </>
  );
}
