import { Name } from '../../ui/name.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { NotSaid } from './not-said.tsx';
import type { Status } from './queries.ts';

/** Of rows their number, of bytes mebibytes. */
const amount = (resource: string, value: number): string =>
  resource === 'bytes' ? `${Math.round(value / 1024 ** 2).toLocaleString('en')} MiB` : value.toLocaleString('en');

/** Organizations that have most of what they may have. */
export function Quotas({ quotas }: { quotas: Status['quotas'] }) {
  return (
    <Section title="Quotas" about="Organizations that use 80 % or more of a quota.">
      {quotas === null ? (
        <NotSaid />
      ) : quotas.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption="Organizations near a quota, the fullest first"
          rows={quotas}
          keyOf={(one) => `${one.org_id} ${one.resource}`}
          columns={[
            { head: 'Organization', cell: ({ login }) => <Name>{login}</Name> },
            { head: 'Resource', cell: ({ resource }) => resource },
            { head: 'Used', cell: ({ resource, used }) => amount(resource, used), number: true },
            { head: 'Limit', cell: ({ resource, limit }) => amount(resource, limit), number: true },
          ]}
        />
      )}
    </Section>
  );
}
