import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Rows } from '../../../ui/rows.tsx';
import { Empty } from '../../../ui/notes.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { Needs, SettingsPage } from '../layout.tsx';
import styles from '../settings.module.css';
import { HookCard } from './hook-card.tsx';
import { CreateHook } from './hook-form.tsx';
import { hooksQuery, type CreatedHook } from './queries.ts';

/** Where the organization is told of what analyses find. */
export function NotificationsPage() {
  return (
    <SettingsPage
      title="Notifications"
      about="Addresses that are told what analyses find: a program of yours, or a channel of Slack."
    >
      <Needs scope="admin" what="Notifications are seen and set by those who may administer the organization.">
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
      Add an address
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
          <Empty title="Nobody is told yet" action={add}>
            Add an address that is told when drift is found or over, or of every analysis that ends.
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
      <ShownOnce
        title="The signing secret"
        label="The signing secret"
        secret={made?.secret}
        onClose={() => setMade(undefined)}
      >
        Give it to the receiver: by it, it knows that a message is from here (Standard Webhooks). Slack needs none.
      </ShownOnce>
    </>
  );
}
