import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Api } from '../../api/client.ts';
import { pagesOf } from '../../api/pages.ts';
import type { components } from '../../api/schema.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Choice } from '../../ui/field.tsx';
import { Fields } from '../../ui/form.tsx';
import { Name, visible } from '../../ui/name.tsx';
import { Empty } from '../../ui/notes.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { When } from '../../ui/when.tsx';
import { Needs, SettingsPage } from './layout.tsx';
import styles from './settings.module.css';

type Event = components['schemas']['AuditEvent'];

/** What is asked for often; the address takes any other action, too. */
const ACTIONS = [
  ['', 'everything'],
  ['cloud.save', 'AWS settings'],
  ['ignore_rules.replace', 'ignore rules'],
  ['state_mappings.replace', 'whose states are whose'],
  ['analysis.request', 'analyses asked for'],
  ['key.create', 'keys made'],
  ['key.rotate', 'keys rotated'],
  ['key.revoke', 'keys revoked'],
  ['session.start', 'sign-ins'],
  ['webhook.create', 'notifications added'],
  ['webhook.delete', 'notifications deleted'],
  ['organization.update', 'the organization'],
] as const;

const auditQuery = (api: Api, org: string, action: string | undefined) =>
  pagesOf(
    [org, 'audit', action],
    (from, signal) =>
      api.GET('/api/v1/orgs/{org_id}/audit', {
        params: { path: { org_id: org }, query: { limit: 50, ...(action !== undefined && { action }), ...from } },
        signal,
      }),
    { placeholderData: keepPreviousData },
  );

/** Who changed what, and when. */
export function AuditPage() {
  return (
    <SettingsPage
      title="Audit log"
      about="Every change, who made it, and what it changed. Nothing here can be changed."
    >
      <Needs scope="admin" what="The audit log is read by those who may administer the organization.">
        <AuditLog />
      </Needs>
    </SettingsPage>
  );
}

function AuditLog() {
  const { action } = useSearch({ from: '/signed-in/o/$org/settings/audit' });
  const navigate = useNavigate();
  const query = useInfiniteQuery(auditQuery(useApi(), useOrg(), action));
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
          <Empty title={action === undefined ? 'Nothing was changed yet' : 'Nothing of this kind was done yet'}>
            Changes of settings, keys and rules stand here, with who made them.
          </Empty>
        }
      >
        {(event) => <Entry event={event} />}
      </VirtualList>
    </>
  );
}

function Actor({ actor }: { actor: Event['actor'] }) {
  if (actor.kind === 'operator') return 'the operator';
  if (actor.kind === 'system') return 'Plumbline itself';
  return (
    <>
      <Name>{actor.name ?? actor.id ?? 'somebody'}</Name>
      {actor.hint !== null && <code className={styles.muted}> …{actor.hint}</code>}
    </>
  );
}

function Entry({ event }: { event: Event }) {
  const { action, actor, at, target, detail, request_id: request } = event;
  const says = Object.keys(detail).length > 0;
  return (
    <div className={styles.entry}>
      <div className={styles.head}>
        <div className={styles.line}>
          <code>{action}</code>
          <span>
            by <Actor actor={actor} />
          </span>
        </div>
        <When at={at} />
      </div>
      <div className={styles.muted}>
        {target.kind} <Name mono>{target.id}</Name>
        {request !== null && (
          <>
            , request <Name mono>{request}</Name>
          </>
        )}
      </div>
      {says && (
        <details>
          <summary>
            What changed<span className="said-only"> by {action}</span>
          </summary>
          <pre className={styles.json} tabIndex={0} role="region" aria-label={`What ${action} changed`}>
            {JSON.stringify(detail, null, 2).split('\n').map(visible).join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}
