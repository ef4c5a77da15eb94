import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { Organization } from '../../api/organization.ts';
import type { components } from '../../api/schema.ts';
import { useSession } from '../../api/session.ts';
import { useApi, useChange, useGet, useLack, useOrg } from '../../api/use-api.ts';
import { Check, Choice, TextField, wrongAt } from '../../ui/field.tsx';
import { Confirm, Fields, Form, SaveForm, useForm } from '../../ui/form.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { Name, When } from '../../ui/text.tsx';
import { AT_LEAST } from '../analyses/words.ts';
import { SettingsPage } from './layout.tsx';

type Expiring = components['schemas']['ExpiringIncidents'];

/**
 * Saves settings of the organization. Settings that are not named stay, since others may have changed them meanwhile.
 */
const useSaveOrganization = () => useChange('patch', '/api/v1/orgs/{org_id}', ['orgs', 'session']);

function Reports({ organization }: { organization: Organization }) {
  const { check_fails_at, drift_issues } = organization;
  const save = useSaveOrganization();
  const form = useForm({ check_fails_at, drift_issues }, save);
  const { values, typed, type } = form;
  return (
    <Section title="Drift on GitHub" about="Pull requests always have a check that reports drift.">
      <SaveForm form={form} input={{ body: typed }} unavailable={useLack('admin')}>
        <Choice
          label="Check fails at"
          name="check_fails_at"
          value={values.check_fails_at ?? ''}
          options={[['', 'never'], ...AT_LEAST.slice(1)]}
          onChoose={(level) => type({ check_fails_at: level === '' ? null : level })}
          wrong={wrongAt(save.error, '/check_fails_at')}
          help="Drift of this severity in the states that a pull request touches fails its check; resources that were not checked never do."
        />
        <Check
          label="Drift issues"
          name="drift_issues"
          checked={values.drift_issues}
          onChange={({ target }) => type({ drift_issues: target.checked })}
          help="Each repository whose states have drifted gets one issue, which is closed when the drift is gone; the App needs the permission Issues: read and write."
        />
      </SaveForm>
    </Section>
  );
}

/** The retention of incidents. Before saving, the form shows how many incidents it would delete. */
function Retention({ organization }: { organization: Organization }) {
  const [api, org] = [useApi(), useOrg()];
  const [asking, setAsking] = useState<Expiring & { days: number }>();
  const save = useSaveOrganization();
  const expiring = useMutation({
    mutationFn: (days: number) =>
      ask(api.GET('/api/v1/orgs/{org_id}/incidents/expiring', { params: { path: { org_id: org }, query: { days } } })),
    onSuccess: (found, days) => (found.incidents === 0 ? keep(days) : setAsking({ ...found, days })),
  });
  const change = expiring.isPending || expiring.isError ? expiring : save;
  const { values, text, forget } = useForm(
    { incident_retention_days: String(organization.incident_retention_days ?? '') },
    change,
    (name) => (change === expiring ? '/days' : `/${name}`),
  );
  function keep(days: number | null) {
    const onSuccess = () => {
      setAsking(undefined);
      forget();
    };
    save.mutate({ body: { incident_retention_days: days } }, { onSuccess });
  }
  function submit() {
    expiring.reset();
    save.reset();
    if (values.incident_retention_days === '') keep(null);
    else expiring.mutate(Number(values.incident_retention_days));
  }
  return (
    <Section title="Incident retention">
      <Form
        action="Save"
        change={change}
        fields={['/days', '/incident_retention_days']}
        done="Saved."
        unavailable={useLack('admin')}
        onSubmit={submit}
      >
        <TextField
          {...text('incident_retention_days')}
          label="Days"
          type="number"
          step="any"
          help="Incidents resolved longer ago are deleted within the hour; open ones stay. Blank = forever."
        />
      </Form>
      {asking && (
        <Confirm
          title={`Keep incidents for ${asking.days.toLocaleString('en')} days?`}
          onClose={() => setAsking(undefined)}
          action="Save and delete"
          change={save}
          onConfirm={() => keep(asking.days)}
        >
          <p>
            {asking.incidents === 1 ? '1 incident was' : `${asking.incidents.toLocaleString('en')} incidents were`}{' '}
            resolved before {asking.before}, and will be deleted within the hour. This cannot be undone.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

/** The organization's name and App installation, which the operator sets. */
function Identity({ organization }: { organization: Organization }) {
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
          Name: <Name text={login} />,
          'Installation of the App': installation ?? 'none',
          'Suspended since': suspended_at && <When at={suspended_at} />,
          Uninstalled: uninstalled_at && <When at={uninstalled_at} />,
          Created: <When at={created_at} />,
        }}
      />
      {session.kind === 'operator' && <Change organization={organization} />}
    </Section>
  );
}

function Change({ organization }: { organization: Organization }) {
  const save = useSaveOrganization();
  const installation = String(organization.installation_id ?? '');
  const form = useForm({ login: organization.login, installation_id: installation }, save);
  const { values, text, patch } = form;
  const id = values.installation_id === '' ? null : Number(values.installation_id);
  // Sending the installation, even null, would keep an organization whose App was uninstalled: only a new one is sent.
  const renewed = id !== organization.installation_id && { installation_id: id };
  const body = { ...patch({ login: (typed: string) => typed.trim() }), ...renewed };
  return (
    <SaveForm form={form} input={{ body }}>
      <Fields>
        <TextField {...text('login')} label="Name" required help="An unused name: letters, digits, and . _ - inside." />
        <TextField
          {...text('installation_id')}
          label="Installation"
          type="number"
          step="any"
          help="Its number on GitHub. Blank = none."
        />
      </Fields>
    </SaveForm>
  );
}

export function Screen() {
  const query = useGet('/api/v1/orgs/{org_id}');
  return (
    <SettingsPage
      doc="docs/github.md#public-repositories-and-strangers"
      title="Organization"
      about="How drift appears on GitHub, and how long incidents are kept."
    >
      <Asked query={query} what="the organization" height="36rem">
        {(organization) => (
          <>
            <Reports organization={organization} />
            <Retention organization={organization} />
            <Identity organization={organization} />
          </>
        )}
      </Asked>
    </SettingsPage>
  );
}
