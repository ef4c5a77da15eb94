import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { Organization } from '../../api/organization.ts';
import type { components } from '../../api/schema.ts';
import { useSession } from '../../api/session.ts';
import { SEVERITIES } from '../../api/severities.ts';
import { useApi, useChange, useGet, useLack, useOrg } from '../../api/use-api.ts';
import { Check, Choice, TextField, wrongAt } from '../../ui/field.tsx';
import { Confirm, Fields, Form, useForm } from '../../ui/form.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { Name, When } from '../../ui/text.tsx';
import { SettingsPage } from './layout.tsx';

type Expiring = components['schemas']['ExpiringIncidents'];

/** Saves settings of the organization; a setting that is not named stays as somebody else may have made it meanwhile. */
const useSaveOrganization = () => useChange('patch', '/api/v1/orgs/{org_id}', ['orgs', 'session']);

const LEVELS = [
  ['', 'never'],
  ...SEVERITIES.map((one) => [one, one === 'critical' ? one : `${one} or worse`] as const),
] as const;

function Reports({ organization }: { organization: Organization }) {
  const { check_fails_at, drift_issues } = organization;
  const save = useSaveOrganization();
  const { values, typed, type, forget, props } = useForm({ check_fails_at, drift_issues }, save);
  return (
    <Section title="Drift on GitHub" about="Pull requests always have a check that reports drift.">
      <Form
        {...props}
        action="Save"
        done="Saved."
        unavailable={useLack('admin')}
        onSubmit={() => save.mutate({ body: typed }, { onSuccess: forget })}
      >
        <Choice
          label="Check fails at"
          name="check_fails_at"
          value={values.check_fails_at ?? ''}
          options={LEVELS}
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
      </Form>
    </Section>
  );
}

/** The retention of incidents. How many that would delete is said before it is saved. */
function Retention({ organization }: { organization: Organization }) {
  const [api, org] = [useApi(), useOrg()];
  const [changed, setChanged] = useState<string>();
  const typed = changed ?? String(organization.incident_retention_days ?? '');
  const [asking, setAsking] = useState<Expiring & { days: number }>();
  const save = useSaveOrganization();
  const lack = useLack('admin');
  const keep = (days: number | null) =>
    save.mutate(
      { body: { incident_retention_days: days } },
      {
        onSuccess: () => {
          setAsking(undefined);
          setChanged((now) => (now === changed ? undefined : now));
        },
      },
    );
  const look = useMutation({
    mutationFn: (days: number) =>
      ask(api.GET('/api/v1/orgs/{org_id}/incidents/expiring', { params: { path: { org_id: org }, query: { days } } })),
    onSuccess: (expiring, days) => (expiring.incidents === 0 ? keep(days) : setAsking({ ...expiring, days })),
  });
  function submit() {
    look.reset();
    save.reset();
    if (typed === '') keep(null);
    else look.mutate(Number(typed));
  }
  return (
    <Section title="Incident retention">
      <Form
        action="Save"
        change={look.isPending || look.isError ? look : save}
        fields={['/days', '/incident_retention_days']}
        done="Saved."
        unavailable={lack}
        onSubmit={submit}
      >
        <TextField
          label="Days"
          name="incident_retention_days"
          type="number"
          step="any"
          value={typed}
          onChange={({ target }) => setChanged(target.value)}
          wrong={wrongAt(look.error, '/days') ?? wrongAt(save.error, '/incident_retention_days')}
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

/** The name and the installation of the App, which the operator sets. */
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
          Name: <Name>{login}</Name>,
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
  const { values, text, patch, forget, props } = useForm(
    { login: organization.login, installation_id: installation },
    save,
  );
  const id = values.installation_id === '' ? null : Number(values.installation_id);
  function submit() {
    // To name an installation, or none, would keep an organization whose App was uninstalled: only a new one is named.
    const renewed = id !== organization.installation_id && { installation_id: id };
    const body = { ...patch({ login: (typed: string) => typed.trim() }), ...renewed };
    save.mutate({ body }, { onSuccess: forget });
  }
  return (
    <Form {...props} action="Save" done="Saved." onSubmit={submit}>
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
    </Form>
  );
}

export function Screen() {
  const query = useGet('/api/v1/orgs/{org_id}');
  return (
    <SettingsPage title="Organization" about="How drift appears on GitHub, and how long incidents are kept.">
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
