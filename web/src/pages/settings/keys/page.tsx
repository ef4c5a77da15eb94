import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Sign, Badge } from '../../../ui/badge.tsx';
import { isPast, Name, When } from '../../../ui/text.tsx';
import styles from '../settings.module.css';
import { type CreatedKey, type Key, keysQuery } from './queries.ts';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, Rows } from '../../../ui/notes.tsx';
import { Section } from '../../../ui/page.tsx';
import { ShownOnce } from '../../../ui/form.tsx';
import { Table } from '../../../ui/table.tsx';
import { Needs, SettingsPage } from '../layout.tsx';
import { CreateKey, Revoke, Rotate } from './forms.tsx';

export const isAlive = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at === null && (expires_at === null || !isPast(expires_at));

function keyStatus(key: Key): Sign {
  if (key.revoked_at !== null) return ['unknown', 'stopped', 'revoked'];
  if (!isAlive(key)) return ['unknown', 'waiting', 'expired'];
  return key.rotated_to === null ? ['good', 'good', 'active'] : ['medium', 'waiting', 'replaced'];
}

/** The status of a key, and until when it is active. */
export function KeyBadge({ apiKey }: { apiKey: Key }) {
  const { expires_at } = apiKey;
  return (
    <span className={styles.line}>
      <Badge sign={keyStatus(apiKey)} />
      {expires_at !== null && isAlive(apiKey) && (
        <span className={styles.muted}>
          expires <When at={expires_at} />
        </span>
      )}
    </span>
  );
}

export function KeysPage() {
  return (
    <SettingsPage
      title="API keys"
      about="What scripts, agents and people sign in with. A key belongs to this organization and can do what its scope says."
    >
      <Needs scope="admin" what="Only administrators of the organization see and create keys.">
        <Keys />
      </Needs>
    </SettingsPage>
  );
}

type Open = { what: 'create' } | { what: 'rotate' | 'revoke'; key: Key } | undefined;

function Keys() {
  const query = useInfiniteQuery(keysQuery(useApi(), useOrg()));
  const [open, setOpen] = useState<Open>();
  const [made, setMade] = useState<CreatedKey>();
  const close = () => setOpen(undefined);
  function show(key: CreatedKey) {
    close();
    setMade(key);
  }
  const create = (
    <Button look="main" onClick={() => setOpen({ what: 'create' })}>
      Create key
    </Button>
  );
  return (
    <>
      <Section title="Keys" actions={create}>
        <Rows
          query={query}
          what="the keys"
          more="keys"
          height="16rem"
          empty={<Empty title="No keys yet">Create one for each script, agent and person.</Empty>}
        >
          {(keys) => <KeyTable keys={keys} onOpen={setOpen} />}
        </Rows>
      </Section>
      {open?.what === 'create' && <CreateKey onClose={close} onMade={show} />}
      {open?.what === 'rotate' && <Rotate apiKey={open.key} onClose={close} onMade={show} />}
      {open?.what === 'revoke' && <Revoke apiKey={open.key} onClose={close} />}
      <ShownOnce
        title={`The key ${made?.name ?? ''}`}
        label="The key"
        secret={made?.key}
        onClose={() => setMade(undefined)}
      >
        Give it to whatever is to call the API, as Authorization: Bearer, or in PLUMBLINE_API_KEY.
      </ShownOnce>
    </>
  );
}

function KeyTable({ keys, onOpen }: { keys: readonly Key[]; onOpen: (open: Open) => void }) {
  return (
    <Table
      caption="API keys, newest first"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: ({ name, hint }) => (
            <>
              <Name>{name}</Name> <code className={styles.muted}>…{hint}</code>
            </>
          ),
        },
        { head: 'Scope', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'Status', cell: (key) => <KeyBadge apiKey={key} /> },
        { head: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <When at={at} />) },
        {
          head: 'Actions',
          cell: (key) =>
            isAlive(key) && (
              <span className={styles.line}>
                {key.rotated_to === null && (
                  <Button small aria-label={`Rotate ${key.name}`} onClick={() => onOpen({ what: 'rotate', key })}>
                    Rotate
                  </Button>
                )}
                <Button
                  small
                  look="danger"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onOpen({ what: 'revoke', key })}
                >
                  Revoke
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}
