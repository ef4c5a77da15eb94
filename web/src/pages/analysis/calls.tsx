import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Asked, Empty } from '../../ui/notes.tsx';
import { Button } from '../../ui/button.tsx';
import { Figure, Figures, Section } from '../../ui/page.tsx';
import { Name } from '../../ui/text.tsx';
import { Table } from '../../ui/table.tsx';
import { type Analysis, callsQuery } from './queries.ts';

const FEW = 50;
const shown = (count: number) => count.toLocaleString('en');

export function Calls({ analysis: { id, calls } }: { analysis: Analysis }) {
  const query = useQuery(callsQuery(useApi(), useOrg(), id));
  const [all, setAll] = useState(false);
  return (
    <>
      <Figures>
        <Figure label="API calls" value={shown(calls.calls)} />
        <Figure label="Saved" value={shown(calls.saved)} about="answered by an equal or a batched call" />
        <Figure label="Throttled" value={shown(calls.throttled)} about="rejected by a rate limit" />
        <Figure label="Refused" value={shown(calls.refused)} about="not sent: no read, or a secret value" />
        <Figure label="Failed" value={shown(calls.failed)} about="no answer, or a cloud error" />
      </Figures>
      <Section title="Services and actions">
        <Asked query={query} what="the calls" height="16rem">
          {({ actions }) =>
            actions.length === 0 ? (
              <Empty title="No calls">
                Calls of the AWS provider are counted; other providers call their clouds directly.
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
                    { head: 'Saved', cell: (one) => shown(one.saved), number: true },
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
