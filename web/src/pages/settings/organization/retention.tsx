import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../api/client.ts';
import type { Organization } from '../../../api/organization.ts';
import { useApi, useLack, useOrg } from '../../../api/use-api.ts';
import { Confirm } from '../../../ui/dialog.tsx';
import { TextField, wrongAt } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSaveOrganization, type Expiring } from './queries.ts';

/** Incident retention. What that would forget is said, and asked for, before it is saved: it is gone for good then. */
export function Retention({ organization }: { organization: Organization }) {
  const [api, org] = [useApi(), useOrg()];
  const [changed, setChanged] = useState<string>();
  const typed = changed ?? String(organization.incident_retention_days ?? '');
  const [asking, setAsking] = useState<Expiring & { days: number }>();
  const save = useSaveOrganization();
  const lack = useLack('admin');
  const keep = (days: number | null) =>
    save.mutate(
      { incident_retention_days: days },
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
          open
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
