import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { ShownOnce } from '../../../ui/form.tsx';
import { Empty, Rows } from '../../../ui/notes.tsx';
import { Needs, SettingsPage } from '../layout.tsx';
import styles from '../settings.module.css';
import { HookCard } from './hook-card.tsx';
import { CreateHook } from './hook-form.tsx';
import { hooksQuery, type CreatedHook } from './queries.ts';

export function NotificationsPage() {
  return (
    <SettingsPage
      title="Notifications"
      about="Addresses that receive what analyses find: your own service, or a Slack channel."
    >
      <Needs scope="admin" what="Only administrators of the organization see and change notifications.">
        <Hooks />
      </Needs>
    </SettingsPage>
  );
}

function Hooks() {
  const query = useInfiniteQuery(hooksQuery(useApi(), useOrg()));
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedHook>();
  const add = (
    <Button look="main" onClick={() => setMaking(true)}>
      Add address
    </Button>
  );
  return (
    <>
      <Rows
        query={query}
        what="the notifications"
        more="addresses"
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
      {making && (
        <CreateHook
          onClose={() => setMaking(false)}
          onMade={(hook) => {
            setMaking(false);
            setMade(hook);
          }}
        />
      )}
      <ShownOnce title="Signing secret" label="Signing secret" secret={made?.secret} onClose={() => setMade(undefined)}>
        Give it to the receiver: by it, it knows that a message is from here (Standard Webhooks). Slack needs none.
      </ShownOnce>
    </>
  );
}
