import { Link, useNavigate } from '@tanstack/react-router';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, Opener, useForm } from '../../ui/form.tsx';
import type { Organization } from '../../api/organization.ts';
import { useChange, usePages } from '../../api/use-api.ts';
import { type Sign, Badge } from '../../ui/badge.tsx';
import { Empty, Rows } from '../../ui/notes.tsx';
import { Name } from '../../ui/text.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

/** Creates an organization, then opens the page that connects its cloud. */
export const CreateOrganization = () => (
  <Opener look="main" label="Create organization">
    {(close) => <Create onClose={close} />}
  </Opener>
);

function Create({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange('post', '/api/v1/orgs', ['orgs', 'operator', 'session'], ({ id }) => {
    onClose();
    void navigate({ to: '/o/$org/settings/connections', params: { org: id } });
  });
  const { values, text, props } = useForm({ login: '' }, create);
  return (
    <FormDialog
      {...props}
      title="New organization"
      onClose={onClose}
      action="Create"
      onSubmit={() => create.mutate({ body: { login: values.login.trim() } })}
    >
      <TextField
        {...text('login')}
        label="Name"
        required
        help="Its name on the code host, or any unused name: letters, digits, and . _ - inside."
      />
    </FormDialog>
  );
}

function statusOf({ suspended_at, uninstalled_at }: Organization): Sign {
  if (uninstalled_at !== null) return ['medium', 'stopped', 'App uninstalled'];
  return suspended_at === null ? ['good', 'good', 'active'] : ['medium', 'stopped', 'suspended'];
}

export function Organizations() {
  const query = usePages('/api/v1/orgs', { limit: 50 });
  return (
    <Section title="Organizations" about="An installed GitHub App creates its own." actions={<CreateOrganization />}>
      <Rows
        query={query}
        what="organizations"
        height="10rem"
        empty={<Empty title="No organizations yet">Create the first one, connect its states, and analyse them.</Empty>}
      >
        {(organizations) => (
          <Table
            caption="Organizations, newest first"
            rows={organizations}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Organization',
                cell: ({ id, login }) => (
                  <Link to="/o/$org" params={{ org: id }}>
                    <Name text={login} />
                  </Link>
                ),
              },
              { head: 'Id', cell: ({ id }) => <code>{id}</code> },
              { head: 'Installation', cell: ({ installation_id: number }) => number ?? 'none' },
              { head: 'Status', cell: (organization) => <Badge sign={statusOf(organization)} /> },
            ]}
          />
        )}
      </Rows>
    </Section>
  );
}
