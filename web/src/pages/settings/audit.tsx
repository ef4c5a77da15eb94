import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../api/schema.ts';
import { usePages } from '../../api/use-api.ts';
import { Choice } from '../../ui/field.tsx';
import { Fields } from '../../ui/form.tsx';
import { Name, visible, When } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { actionText, type Fact, factsOf, isInstant, nameOf } from './audit-words.ts';
import { SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

type Event = components['schemas']['AuditEvent'];

/** Frequent actions. The URL accepts any other action, too. */
const ACTIONS = [
  ['', 'everything'],
  ['cloud.save', 'AWS settings'],
  ['ignore_rules.replace', 'ignore rules'],
  ['state_mappings.replace', 'state assignments'],
  ['state_claims.accept', 'claims accepted'],
  ['state_claims.take_over', 'states taken over'],
  ['repository.update', 'repositories'],
  ['quota.update', 'quotas'],
  ['analysis.request', 'analyses started'],
  ['key.create', 'keys created'],
  ['key.rotate', 'keys rotated'],
  ['key.revoke', 'keys revoked'],
  ['session.start', 'sign-ins'],
  ['session_link.create', 'sign-in links'],
  ['incident.export', 'exports of incidents'],
  ['webhook.create', 'notifications added'],
  ['webhook.delete', 'notifications deleted'],
  ['organization.update', 'the organization'],
] as const;

export function Screen() {
  return (
    <SettingsPage
      doc="docs/keys.md#the-audit-log"
      title="Audit log"
      about="Every change, who made it, and what it changed. Entries are permanent."
      forAdmins="Only administrators of the organization read the audit log."
    >
      <AuditLog />
    </SettingsPage>
  );
}

function AuditLog() {
  const { action } = useSearch({ from: '/signed-in/o/$org/settings/audit' });
  const navigate = useNavigate();
  const input = { limit: 50, ...(action !== undefined && { action }) };
  const query = usePages('/api/v1/orgs/{org_id}/audit', input, { placeholderData: keepPreviousData });
  const known = ACTIONS.some(([one]) => one === (action ?? ''));
  const options = known ? ACTIONS : [...ACTIONS, [action ?? '', action ?? ''] as const];
  return (
    <>
      <Fields>
        <Choice
          label="Show"
          name="action"
          value={action ?? ''}
          options={options}
          onChoose={(chosen) =>
            void navigate({ to: '.', search: chosen === '' ? {} : { action: chosen }, replace: true })
          }
        />
      </Fields>
      <VirtualList
        query={query}
        what="changes"
        keyOf={({ id }) => id}
        rowHeight={96}
        empty={
          <Empty title={action === undefined ? 'No changes yet' : 'No such changes yet'}>
            Changes of settings, keys and rules are listed with who made them.
          </Empty>
        }
      >
        {(event) => <Entry event={event} />}
      </VirtualList>
    </>
  );
}

function Actor({ actor }: { actor: Event['actor'] }) {
  if (actor.kind === 'operator') return 'The operator';
  if (actor.kind === 'system')
    return (
      <>
        Plumbline itself
        <Name muted before=" " text={actor.name && `(${actor.name})`} />
      </>
    );
  return (
    <>
      <Name text={actor.name ?? actor.id ?? 'Somebody'} />
      {actor.hint !== null && <code className={styles.muted}> …{actor.hint}</code>}
    </>
  );
}

/** A recorded value; a timestamp is shown as the time since then. */
function Value({ value }: { value: string }) {
  return isInstant(value) ? <When at={value} /> : <Name text={value} />;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map(({ field, is, was }) => (
        <li key={field}>
          <span className={styles.muted}>{field}</span>{' '}
          {was !== undefined && (
            <>
              <Value value={was} /> <span aria-hidden="true">→</span>
              <span className="said-only">is now</span>{' '}
            </>
          )}
          <Value value={is} />
        </li>
      ))}
    </ul>
  );
}

/** The actor, the action and the target in a sentence; below it the action's name and all recorded details. */
function Entry({ event }: { event: Event }) {
  const { action, actor, at, target, detail, request_id: request } = event;
  const [name, facts] = [nameOf(target, detail), factsOf(detail)];
  return (
    <div className={styles.entry}>
      <div className={styles.head}>
        <p className={styles.sentence}>
          <strong>
            <Actor actor={actor} />
          </strong>{' '}
          {actionText(action)}
          <Name before=": " text={name} />
        </p>
        <When at={at} />
      </div>
      {facts.length > 0 && <Facts facts={facts} />}
      <details>
        <summary>
          <code>{action}</code>
          <span className="said-only">: all details</span>
        </summary>
        <div className={styles.muted}>
          {target.kind} <Name mono text={target.id} />
          <Name mono before=", request " text={request} />
        </div>
        {Object.keys(detail).length > 0 && (
          <pre className={styles.json} tabIndex={0} role="region" aria-label={`What ${action} changed`}>
            {JSON.stringify(detail, null, 2).split('\n').map(visible).join('\n')}
          </pre>
        )}
      </details>
    </div>
  );
}
