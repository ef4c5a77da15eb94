import { useId, useState } from 'react';
import { useChange } from '../../../api/use-api.ts';
import { Badge, type Sign } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note, ProblemNote, Rows } from '../../../ui/notes.tsx';
import { isPast, Name, When } from '../../../ui/text.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from '../settings.module.css';
import { type CreatedHook, type Hook, type Sent, useSent, useUpdateHook } from './queries.ts';
import { Confirm, ConfirmButton, Opener } from '../../../ui/form.tsx';
import { ChangeHook } from './hook-form.tsx';

const PATH = '/api/v1/orgs/{org_id}/webhooks/{hook_id}';

const STATUSES: Record<Sent['status'], Sign> = {
  waiting: ['low', 'waiting', 'waiting'],
  delivered: ['good', 'good', 'delivered'],
  failed: ['critical', 'failed', 'failed'],
};

function outcome({ response_status: status, duration_ms: ms, error, response_excerpt: excerpt }: Sent): string {
  const answered = status === null ? [] : [`HTTP ${status}${ms === null ? '' : ` in ${ms} ms`}`];
  return [...answered, ...(error ? [error.detail] : []), ...(excerpt ? [excerpt] : [])].join(': ');
}

/** Deliveries of a webhook in the last 30 days. */
export function SentList({ hook }: { hook: Hook }) {
  const query = useSent(hook);
  const replay = useChange('post', `${PATH}/deliveries/{delivery_id}/replay`, ['webhooks']);
  return (
    <>
      <ProblemNote error={replay.error} />
      <Rows
        query={query}
        what="deliveries"
        height="8rem"
        empty={<p className={styles.muted}>No deliveries in the last 30 days.</p>}
      >
        {(rows) => (
          <Table
            caption={`Deliveries to ${hook.url_hint}, newest first`}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
              { head: 'Event', cell: ({ event }) => event },
              {
                head: 'Status',
                cell: ({ status }) => <Badge sign={STATUSES[status]} />,
              },
              { head: 'Attempts', number: true, cell: ({ attempts }) => attempts },
              { head: 'Last try', cell: (sent) => <Name text={outcome(sent)} /> },
              {
                head: 'Actions',
                cell: ({ id, status, event }) =>
                  status !== 'waiting' && (
                    <Button
                      label="Resend"
                      small
                      busy={replay.isPending && replay.variables.delivery_id === id}
                      unavailable={hook.enabled ? undefined : 'It is disabled.'}
                      aria-label={`Resend: ${event}`}
                      onClick={() => replay.mutate({ hook_id: hook.id, delivery_id: id })}
                    />
                  ),
              },
            ]}
          />
        )}
      </Rows>
    </>
  );
}

function hookStatus({ enabled, failing_since }: Hook): Sign {
  if (!enabled) return ['unknown', 'stopped', 'disabled'];
  return failing_since === null ? ['good', 'good', 'enabled'] : ['critical', 'failed', 'failing'];
}

/** One webhook: its status, its deliveries and its actions. */
export function HookCard({ hook, onSecret }: { hook: Hook; onSecret: (hook: CreatedHook) => void }) {
  const id = useId();
  const [listed, setListed] = useState(false);
  const test = useChange('post', `${PATH}/test`, ['webhooks']);
  const enable = useUpdateHook();
  const remove = useChange('delete', PATH, ['webhooks']);
  return (
    <li className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          <Name mono text={hook.url_hint} />
        </h2>
        <Badge sign={hookStatus(hook)} />
      </div>
      <Name text={hook.description} />
      <p className={styles.muted}>
        {hook.events.join(', ')}, as {hook.format === 'slack' ? 'messages for Slack' : 'signed JSON'}
      </p>
      {hook.disabled_reason !== null && (
        <Note>
          <Name text={hook.disabled_reason.detail} />
        </Note>
      )}
      {hook.failing_since !== null && hook.enabled && (
        <Note>
          <p>
            Every attempt has failed since <When at={hook.failing_since} />. The deliveries say why.
          </p>
        </Note>
      )}
      {hook.previous_secret_until !== null && !isPast(hook.previous_secret_until) && (
        <p className={styles.muted}>
          The previous secret also signs, until <When at={hook.previous_secret_until} />.
        </p>
      )}
      <div className={styles.line}>
        <Button
          label="Send test"
          small
          busy={test.isPending}
          unavailable={hook.enabled ? undefined : 'Enable it first.'}
          onClick={() => test.mutate({ hook_id: hook.id }, { onSuccess: () => setListed(true) })}
        />
        <Button
          label={listed ? 'Hide deliveries' : 'Show deliveries'}
          small
          aria-expanded={listed}
          onClick={() => setListed(!listed)}
        />
        <Opener small label="Change">
          {(close) => <ChangeHook hook={hook} onClose={close} />}
        </Opener>
        <Button
          label={hook.enabled ? 'Disable' : 'Enable'}
          small
          busy={enable.isPending}
          onClick={() => enable.mutate({ hook_id: hook.id, body: { enabled: !hook.enabled } })}
        />
        <Opener small label="Rotate secret">
          {(close) => <Rotate hook={hook} onClose={close} onSecret={onSecret} />}
        </Opener>
        <ConfirmButton
          small
          look="danger"
          label="Delete"
          title="Delete address?"
          action="Delete address"
          change={remove}
          input={{ hook_id: hook.id }}
        >
          <p>
            <Name mono text={hook.url_hint} /> gets no more messages, and its delivery log is deleted. This cannot be
            undone.
          </p>
        </ConfirmButton>
      </div>
      <ProblemNote error={test.error} />
      <ProblemNote error={enable.error} />
      {listed && <SentList hook={hook} />}
    </li>
  );
}

const DAY_SECONDS = 24 * 3600;

type RotateProps = { hook: Hook; onClose: () => void; onSecret: (hook: CreatedHook) => void };

function Rotate({ hook, onClose, onSecret }: RotateProps) {
  const rotate = useChange('post', `${PATH}/rotate`, ['webhooks'], (made) => {
    onClose();
    onSecret(made);
  });
  return (
    <Confirm
      title="Rotate the signing secret?"
      onClose={onClose}
      action="Rotate secret"
      change={rotate}
      onConfirm={() => rotate.mutate({ hook_id: hook.id, body: { grace_seconds: DAY_SECONDS } })}
    >
      <p>
        Messages to <Name mono text={hook.url_hint} /> are signed with both secrets for one more day; then the old one
        is gone. The new one is shown once.
      </p>
    </Confirm>
  );
}
