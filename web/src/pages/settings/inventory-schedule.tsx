import { Link } from '@tanstack/react-router';
import { useChange, useLack } from '../../api/use-api.ts';
import { Check, Choice } from '../../ui/field.tsx';
import { SaveForm, useForm } from '../../ui/form.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { When } from '../../ui/text.tsx';
import { type InventorySettings, useInventorySettings } from '../inventory/queries.ts';

const PERIODS: readonly (readonly [InventorySettings['schedule'], string])[] = [
  ['1h', 'every hour'],
  ['6h', 'every 6 hours'],
  ['24h', 'every day'],
  ['off', 'never'],
];

function whenNext({ schedule, on, next_run_at: next }: InventorySettings) {
  if (schedule === 'off') return 'off';
  if (!on)
    return (
      <>
        after the first one, which is{' '}
        <Link to="/o/$org/inventory" from="/o/$org">
          started by hand
        </Link>
      </>
    );
  return next === null ? 'none' : <When at={next} />;
}

function Settings({ settings }: { settings: InventorySettings }) {
  const save = useChange('patch', '/api/v1/orgs/{org_id}/inventory/settings', ['inventory']);
  const { schedule, expensive } = settings;
  const form = useForm({ schedule, expensive }, save);
  return (
    <>
      <Facts facts={{ 'Next inventory': whenNext(settings) }} />
      <SaveForm form={form} input={{ body: form.typed }} unavailable={useLack('write')}>
        <Choice {...form.choice('schedule')} label="How often" options={PERIODS} />
        <Check
          label="Expensive lists"
          name="expensive"
          checked={form.values.expensive}
          onChange={({ target }) => form.type({ expensive: target.checked })}
          help="Also lists types that take many API calls, several for each object."
        />
      </SaveForm>
    </>
  );
}

/** How often the cloud is searched for what no state has. */
export function InventorySchedule() {
  const query = useInventorySettings();
  return (
    <Section title="Inventory" about="Lists what no state manages, after an analysis of all states.">
      <Asked query={query} what="the settings of the inventory" height="12rem">
        {(settings) => <Settings settings={settings} />}
      </Asked>
    </Section>
  );
}
