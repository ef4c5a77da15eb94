import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Asked } from '../../ui/asked.tsx';
import { Button } from '../../ui/button.tsx';
import { Figure, Figures } from '../../ui/figures.tsx';
import { Name } from '../../ui/name.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { callsQuery, type Analysis } from './queries.ts';

const FEW = 50;
const shown = (count: number) => count.toLocaleString('en');

/** What the analysis called at the cloud, and what it could do without. */
export function Calls({ analysis: { id, calls } }: { analysis: Analysis }) {
  const query = useQuery(callsQuery(useApi(), useOrg(), id));
  const [all, setAll] = useState(false);
  return (
    <>
      <Figures>
        <Figure label="Calls at the cloud" value={shown(calls.calls)} />
        <Figure label="Not needed" value={shown(calls.saved)} about="answered by an equal call, or by one for many" />
        <Figure label="Throttled" value={shown(calls.throttled)} about="turned away for being too many" />
        <Figure label="Refused" value={shown(calls.refused)} about="not sent: no read, or values of secrets" />
        <Figure label="Failed" value={shown(calls.failed)} about="no answer, or trouble at the cloud" />
      </Figures>
      <Section title="By service and action">
        <Asked query={query} what="the calls" height="16rem">
          {({ actions }) =>
            actions.length === 0 ? (
              <Empty title="Nothing was called">
                What AWS’s provider asks is counted here; other providers call their clouds themselves.
              </Empty>
            ) : (
              <>
                <Table
                  caption="Calls by service and action"
                  rows={all ? actions : actions.slice(0, FEW)}
                  keyOf={(one) => `${one.account_id} ${one.region} ${one.service} ${one.action}`}
                  columns={[
                    { head: 'Service', cell: ({ service }) => <Name>{service}</Name> },
                    { head: 'Action', cell: ({ action }) => <Name mono>{action}</Name> },
                    { head: 'Region', cell: ({ region }) => <Name>{region}</Name> },
                    { head: 'Account', cell: ({ account_id: account }) => <Name>{account ?? '—'}</Name> },
                    { head: 'Calls', cell: (one) => shown(one.calls), number: true },
                    { head: 'Not needed', cell: (one) => shown(one.saved), number: true },
                    { head: 'Throttled', cell: (one) => shown(one.throttled), number: true },
                    { head: 'Refused', cell: (one) => shown(one.refused), number: true },
                    { head: 'Failed', cell: (one) => shown(one.failed), number: true },
                  ]}
                />
                {!all && actions.length > FEW && (
                  <div>
                    <Button small onClick={() => setAll(true)}>
                      Show {actions.length - FEW} more
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </Asked>
      </Section>
    </>
  );
}
