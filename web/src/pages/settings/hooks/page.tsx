import { useState } from 'react';
import { usePages } from '../../../api/use-api.ts';
import { Opener, ShownOnce } from '../../../ui/form.tsx';
import { Empty, Rows } from '../../../ui/notes.tsx';
import { SettingsPage } from '../layout.tsx';
import styles from '../settings.module.css';
import { HookCard } from './hook-card.tsx';
import { CreateHook } from './hook-form.tsx';
import type { CreatedHook } from './queries.ts';

export function Screen() {
  return (
    <SettingsPage
      doc="docs/notifications.md"
      title="Notifications"
      about="Addresses that receive what analyses find: your own service, or a Slack channel."
      forAdmins="Only administrators of the organization see and change notifications."
    >
      <Hooks />
    </SettingsPage>
  );
}

function Hooks() {
  const query = usePages('/api/v1/orgs/{org_id}/webhooks', { limit: 50 });
  const [made, setMade] = useState<CreatedHook>();
  const add = (
    <Opener look="main" label="Add address">
      {(close) => <CreateHook onClose={close} onMade={setMade} />}
    </Opener>
  );
  return (
    <>
      <Rows
        query={query}
        what="addresses"
        height="12rem"
        empty={
          <Empty title="No notifications yet" action={add}>
            Add an address for detected drift, resolved drift, or completed analyses.
          </Empty>
        }
      >
        {(hooks) => (
          <>
            <div>{add}</div>
            <ul className={styles.cards}>
              {hooks.map((hook) => (
                <HookCard key={hook.id} hook={hook} onSecret={setMade} />
              ))}
            </ul>
          </>
        )}
      </Rows>
      <ShownOnce title="Signing secret" label="Signing secret" secret={made?.secret} onClose={() => setMade(undefined)}>
        Give it to the receiver: by it, it knows that a message is from here (Standard Webhooks). Slack needs none.
      </ShownOnce>
    </>
  );
}
