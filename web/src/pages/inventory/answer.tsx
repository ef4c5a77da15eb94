import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SEVERITIES } from '../../api/severities.ts';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/notes.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { many, Name, When } from '../../ui/text.tsx';
import styles from './inventory.module.css';
import { type Inventory, type InventoryRun, type InventorySearch, useInventorySettings } from './queries.ts';
import { headline, percent } from './words.ts';

const FEW_STATES = 5;

const Filtered = ({ search, children }: { search: InventorySearch; children: ReactNode }) => (
  <Link to="/o/$org/inventory" from="/o/$org" search={search} resetScroll={false}>
    {children}
  </Link>
);

/** The number of open objects of each severity, linked to them. */
function Severities({ severities }: Pick<Inventory, 'severities'>) {
  return (
    <span className={styles.severities}>
      {SEVERITIES.filter((one) => severities[one] > 0).map((severity) => (
        <Filtered key={severity} search={{ severity }}>
          <Badge sign={[severity, severity, `${severities[severity].toLocaleString('en')} ${severity}`]} />
        </Filtered>
      ))}
    </span>
  );
}

/** The inventory under way, and why the last one has no result. */
export function UnderWay({ inventory: { running, latest } }: { inventory: Inventory }) {
  return (
    <>
      {running !== null && (
        <Note>
          <p role="status">
            An inventory is{' '}
            <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: running.analysis_id }}>
              under way
            </Link>
            {running.objects > 0 && `: ${many(running.objects, 'object')} so far`}.
          </p>
        </Note>
      )}
      {latest?.status === 'failed' && (
        <Note>
          <p>
            <strong>The last inventory failed.</strong> <Name text={latest.error?.detail} />
          </p>
          <p>What is shown below is from the one before.</p>
        </Note>
      )}
    </>
  );
}

/** Why the numbers may be too low or too high. */
function Doubts({ latest, unread }: { latest: InventoryRun; unread: readonly string[] }) {
  return (
    <>
      {latest.at_least && (
        <p>
          There may be more: {many(latest.not_listed, 'list')} could not be read.{' '}
          <Filtered search={{ view: 'lists' }}>See which, and why</Filtered>
        </p>
      )}
      {unread.length > 0 && (
        <p>
          There may be less: {many(unread.length, 'state')} could not be read, and what{' '}
          {unread.length === 1 ? 'it manages' : 'they manage'} looks unmanaged:{' '}
          <Name mono text={unread.slice(0, FEW_STATES).join(', ')} />
          {unread.length > FEW_STATES && ` and ${unread.length - FEW_STATES} more`}.
        </p>
      )}
    </>
  );
}

function Next() {
  const { data: settings } = useInventorySettings();
  const link = (text: string) => (
    <Link to="/o/$org/settings/schedule" from="/o/$org">
      {text}
    </Link>
  );
  if (settings === undefined) return '…';
  if (settings.schedule === 'off') return <>No schedule. {link('Set one')}</>;
  return settings.next_run_at === null ? link('Scheduled') : <When at={settings.next_run_at} />;
}

/** How many objects no state has, how bad they are, and how far that is certain. */
export function Answer({ inventory }: { inventory: Inventory }) {
  const { latest, severities, ignored, unread_states: unread } = inventory;
  if (latest === null) return null;
  const { counts, share_managed: share } = latest;
  const others = counts.owned + counts.follows + counts.provided + counts.waiting;
  return (
    <Section large title={headline(inventory)} actions={<Severities severities={severities} />}>
      <Doubts latest={latest} unread={unread} />
      <Facts
        facts={{
          Managed: share !== null && `${percent(share)}: ${many(counts.managed, 'object')}`,
          'Added to managed': counts.added > 0 && (
            <Filtered search={{ class: 'added' }}>{many(counts.added, 'object')}</Filtered>
          ),
          'New since the first inventory': inventory.baseline_at !== null && (
            <Filtered search={{ seen: 'new' }}>{many(inventory.new, 'object')}</Filtered>
          ),
          'Not yours to manage': others > 0 && (
            <>
              {many(others, 'object')}: <Filtered search={{ class: 'owned' }}>of other tools</Filtered>,{' '}
              <Filtered search={{ class: 'provided' }}>of the cloud</Filtered>,{' '}
              <Filtered search={{ class: 'all' }}>all</Filtered>
            </>
          ),
          'Not proven': counts.unproven > 0 && `${many(counts.unproven, 'object')} could not be read`,
          Ignored: ignored > 0 && <Filtered search={{ ignored: 'yes' }}>{many(ignored, 'object')}</Filtered>,
          'Last inventory': (
            <>
              <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id: latest.analysis_id }}>
                <When at={latest.finished_at ?? latest.started_at} />
              </Link>
              , {many(latest.calls, 'API call')}
            </>
          ),
          'Next inventory': <Next />,
        }}
      />
    </Section>
  );
}
