import { useLack } from '../../api/use-api.ts';
import { Asked, Note } from '../../ui/notes.tsx';
import { Choice } from '../../ui/field.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { SaveForm, useForm } from '../../ui/form.tsx';
import { exactTime, Name, When } from '../../ui/text.tsx';
import { type Cloud, useCloud, useSaveCloud } from './cloud/queries.ts';
import { useIsConnected } from '../overview/queries.ts';
import { InventorySchedule } from './inventory-schedule.tsx';
import { SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

const PERIODS: readonly (readonly [Cloud['schedule'], string])[] = [
  ['1h', 'every hour'],
  ['6h', 'every 6 hours'],
  ['24h', 'every day'],
  ['off', 'never'],
];

export function Screen() {
  const query = useCloud();
  return (
    <SettingsPage
      doc="docs/triggers.md#the-schedule"
      title="Schedule"
      about="How often all states are analysed, and the cloud searched for what no state has. Pushes and pull requests start their own analyses."
    >
      <Asked query={query} what="the schedule" height="16rem">
        {(cloud) => <Schedule cloud={cloud} />}
      </Asked>
      <InventorySchedule />
    </SettingsPage>
  );
}

function whenNext({ schedule, next_run_at }: Cloud, isConnected: boolean) {
  if (schedule === 'off') return 'off';
  if (!isConnected) return 'once your states are connected';
  if (next_run_at === null) return 'none while the installation is suspended or uninstalled';
  return (
    <>
      <When at={next_run_at} /> <span className={styles.muted}>{exactTime(new Date(next_run_at))}</span>
    </>
  );
}

function Schedule({ cloud }: { cloud: Cloud }) {
  const isConnected = useIsConnected() ?? true;
  const save = useSaveCloud();
  const form = useForm({ schedule: cloud.schedule }, save);
  const { last_skipped: skipped } = cloud;
  return (
    <Section title="Scheduled analyses">
      <Facts
        facts={{
          'Next analysis': whenNext(cloud, isConnected),
          'Last skipped': skipped && (
            <>
              <When at={skipped.at} />: <Name text={skipped.detail} />
            </>
          ),
        }}
      />
      {cloud.locks_unread !== null && (
        <Note>
          <Name text={cloud.locks_unread} />
        </Note>
      )}
      <SaveForm form={form} input={{ body: form.values }} unavailable={useLack('write')}>
        <Choice
          {...form.choice('schedule')}
          label="How often"
          options={PERIODS}
          help="Each organization has its own minute. A run waits while a state is locked."
        />
      </SaveForm>
    </Section>
  );
}
