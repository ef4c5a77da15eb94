import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { pagesOf } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import { useChange } from '../../api/use-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/form.tsx';
import { Rows } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { When } from '../../ui/text.tsx';
import styles from './settings.module.css';

/** What is known of a session, whosever it is. */
type Known = Pick<
  components['schemas']['OperatorSession'],
  'id' | 'created_at' | 'last_used_at' | 'expires_at' | 'current'
>;

/** Whose sessions they are, and how one is told from another. */
type Kind<One> = {
  /** Over the first column. */
  head: string;
  who: (one: One) => ReactNode;
  /** In a word, after `End it: the session`. */
  nameOf: (one: One) => string;
  more?: readonly Column<One>[];
};

type Props<One> = Kind<One> & {
  title: string;
  about?: string;
  query: ReturnType<typeof pagesOf<One>>;
  empty: ReactNode;
  end: (one: One) => Promise<unknown>;
  /** What else is another when one has ended. */
  stale: readonly QueryKey[];
  /** What is asked before one is ended: what that comes to. */
  children: (one: One) => ReactNode;
};

/** Sessions that are not over, and a way to end one. */
export function SessionList<One extends Known>(props: Props<One>) {
  const { title, about, empty, end, stale, children, query: options, ...kind } = props;
  const query = useInfiniteQuery(options);
  const [ending, setEnding] = useState<One>();
  const onClose = () => setEnding(undefined);
  const change = useChange(end, { stale: [options.queryKey, ...stale], onSuccess: onClose });
  const choose = (one: One) => {
    change.reset();
    setEnding(one);
  };
  return (
    <>
      <Section title={title} {...(about !== undefined && { about })}>
        <Rows query={query} what="the sessions" more="sessions" height="12rem" empty={empty}>
          {(sessions) => <SessionTable {...kind} sessions={sessions} onEnd={choose} />}
        </Rows>
      </Section>
      {ending && (
        <Confirm
          title="Sign out?"
          open
          onClose={onClose}
          action="Sign out"
          change={change}
          onConfirm={() => change.mutate(ending)}
        >
          {children(ending)}
        </Confirm>
      )}
    </>
  );
}

function SessionTable<One extends Known>({
  head,
  who,
  nameOf,
  more = [],
  sessions,
  onEnd,
}: Kind<One> & { sessions: readonly One[]; onEnd: (one: One) => void }) {
  return (
    <Table
      caption="Sessions, newest first"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          head,
          cell: (one) => (
            <span className={styles.line}>
              {who(one)}
              {one.current && (
                <Badge tone="low" icon="good">
                  this one
                </Badge>
              )}
            </span>
          ),
        },
        ...more,
        { head: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'not yet' : <When at={at} />) },
        { head: 'Ends', cell: ({ expires_at }) => <When at={expires_at} /> },
        {
          head: 'Actions',
          cell: (one) => (
            <Button small look="danger" aria-label={`Sign out: session ${nameOf(one)}`} onClick={() => onEnd(one)}>
              Sign out
            </Button>
          ),
        },
      ]}
    />
  );
}
