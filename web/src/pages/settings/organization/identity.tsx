import type { Organization } from '../../../api/organization.ts';
import { useSession } from '../../../api/session.ts';
import { useTyped } from '../../../api/use-typed.ts';
import { Facts } from '../../../ui/facts.tsx';
import { TextField, wrongAt } from '../../../ui/field.tsx';
import { Fields, Form } from '../../../ui/form.tsx';
import { Name } from '../../../ui/name.tsx';
import { Section } from '../../../ui/section.tsx';
import { When } from '../../../ui/when.tsx';
import { useSaveOrganization } from './queries.ts';

/** What it is called, and which installation of the App is its own: the operator says so. */
export function Identity({ organization }: { organization: Organization }) {
  const { session } = useSession();
  const { id, login, installation_id: installation, suspended_at, uninstalled_at, created_at } = organization;
  return (
    <Section
      title="Name and installation"
      about="Set by the operator of this server. With an installation, the name is that of its GitHub account."
    >
      <Facts
        facts={{
          Id: <code>{id}</code>,
          Name: <Name>{login}</Name>,
          'Installation of the App': installation ?? 'none',
          'Suspended since': suspended_at === null ? undefined : <When at={suspended_at} />,
          Uninstalled: uninstalled_at === null ? undefined : <When at={uninstalled_at} />,
          Created: <When at={created_at} />,
        }}
      />
      {session.kind === 'operator' && <Change organization={organization} />}
    </Section>
  );
}

function Change({ organization }: { organization: Organization }) {
  const { values, typed, type, forget } = useTyped({
    login: organization.login,
    installation: String(organization.installation_id ?? ''),
  });
  const id = values.installation === '' ? null : Number(values.installation);
  const save = useSaveOrganization();
  return (
    <Form
      action="Save"
      change={save}
      fields={['/login', '/installation_id']}
      done="Saved."
      onSubmit={() =>
        save.mutate(
          {
            ...(typed.login !== undefined && { login: typed.login.trim() }),
            // Whoever names an installation, or none, keeps an organization whose App was taken away: only what is new is named.
            ...(id !== organization.installation_id && { installation_id: id }),
          },
          { onSuccess: forget },
        )
      }
    >
      <Fields>
        <TextField
          label="Name"
          name="login"
          required
          value={values.login}
          onChange={({ target }) => type({ login: target.value })}
          wrong={wrongAt(save.error, '/login')}
          help="An unused name: letters, digits, and . _ - inside."
        />
        <TextField
          label="Installation"
          name="installation_id"
          type="number"
          step="any"
          value={values.installation}
          onChange={({ target }) => type({ installation: target.value })}
          wrong={wrongAt(save.error, '/installation_id')}
          help="Its number on GitHub. Blank = none."
        />
      </Fields>
    </Form>
  );
}
