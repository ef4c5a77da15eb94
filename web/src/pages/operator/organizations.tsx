import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '../../api/organization.ts';
import { SignBadge, type Sign } from '../../ui/badge.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Name } from '../../ui/name.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { MakeOrganization } from './create.tsx';
import { organizationsQuery } from './queries.ts';

/** All organizations, and a way to make one. */
export function Organizations() {
  const query = useInfiniteQuery(organizationsQuery());
  return (
    <Section title="Organizations" about="An installed GitHub App creates its own." actions={<MakeOrganization />}>
      <Rows
        query={query}
        what="the organizations"
        more="organizations"
        height="10rem"
        empty={
          <Empty title="No organizations yet">Create the first one, connect its AWS account, and analyse it.</Empty>
        }
      >
        {(organizations) => <OrganizationTable organizations={organizations} />}
      </Rows>
    </Section>
  );
}

function standing({ suspended_at, uninstalled_at }: Organization): Sign {
  if (uninstalled_at !== null) return ['medium', 'stopped', 'App uninstalled'];
  return suspended_at === null ? ['good', 'good', 'active'] : ['medium', 'stopped', 'suspended'];
}

function OrganizationTable({ organizations }: { organizations: readonly Organization[] }) {
  return (
    <Table
      caption="Organizations, newest first"
      rows={organizations}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Organization',
          cell: ({ id, login }) => (
            <Link to="/o/$org" params={{ org: id }}>
              <Name>{login}</Name>
            </Link>
          ),
        },
        { head: 'Id', cell: ({ id }) => <code>{id}</code> },
        { head: 'Installation', cell: ({ installation_id: number }) => number ?? 'none' },
        { head: 'Status', cell: (organization) => <SignBadge sign={standing(organization)} /> },
      ]}
    />
  );
}
