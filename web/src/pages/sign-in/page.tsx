import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { ask, createApi } from '../../api/client.ts';
import { sessionQuery, useForgetAnswers } from '../../api/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Name } from '../../ui/text.tsx';
import { Note, ProblemNote } from '../../ui/notes.tsx';
import { problemText } from './problems.ts';
import { DocLink } from '../../ui/doc-link.tsx';
import styles from './sign-in.module.css';

/**
 * Takes the token of a one-time link out of the URL. It is in the fragment, after the `#`, which browsers send to no
 * server, so no log contains it.
 */
function takeLink(): string | undefined {
  const link = new URLSearchParams(location.hash.slice(1)).get('link') ?? undefined;
  if (link !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return link;
}

/** The latest one-time link to this page, including a link that is followed while the page is already open. */
function useLink(): string | undefined {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    const take = () => {
      const next = takeLink();
      if (next !== undefined) setLink(next);
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return link;
}

/** Sign-in with GitHub, if the server supports it. GitHub then redirects to the requested page. */
function GitHubWay({ to }: { to: string | undefined }) {
  const { data } = useQuery(sessionQuery());
  if (data?.ways.github !== true) return null;
  const query = to === undefined ? '' : `?return_to=${encodeURIComponent(to)}`;
  return (
    <>
      <a className={buttonClass('main')} href={`/api/v1/session/github${query}`}>
        Sign in with GitHub
      </a>
      <p className={styles.or}>or with a key</p>
    </>
  );
}

/**
 * Signs in by a one-time link, at once if nobody is signed in. A signed-in user has to confirm: with somebody else's
 * link they would continue under another name without noticing.
 */
function LinkWay({ busy, follow }: { busy: boolean; follow: () => void }) {
  const { data } = useQuery(sessionQuery());
  const alone = data?.signed_in === false;
  useEffect(() => {
    if (alone) follow();
    // oxlint-disable-next-line react/exhaustive-deps -- a link works once: it is followed once, whatever else changes
  }, [alone]);
  if (busy) return <Note>Signing in by the link …</Note>;
  if (data?.signed_in !== true) return null;
  return (
    <Note>
      <p>
        You are signed in as <Name text={data.session.name} />. This link may be for somebody else.
      </p>
      <Button label="Sign in by the link" onClick={follow} />
      <Link to="/">Stay signed in</Link>
    </Note>
  );
}

/** The sign-in page: an API key, a one-time link or GitHub creates a session. */
export function Screen() {
  const { to, error } = useSearch({ from: '/sign-in' });
  const link = useLink();
  const [key, setKey] = useState('');
  const navigate = useNavigate();
  const forget = useForgetAnswers();
  const signIn = useMutation({
    mutationFn: (by: { key: string } | { link: string }) => ask(createApi().POST('/api/v1/session', { body: by })),
    onSuccess: async () => {
      await forget();
      await navigate({ href: to ?? '/', replace: true });
    },
  });
  const { mutate } = signIn;
  useEffect(() => {
    document.title = 'Sign in · Plumbline';
  }, []);
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate({ key: key.trim() });
  }
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        Plumbline
      </div>
      <div className={styles.card}>
        <div className={styles.heading}>
          <h1>Sign in</h1>
          <DocLink doc="docs/dashboard.md#signing-in" about="Sign in" />
        </div>
        {link !== undefined && <LinkWay key={link} busy={signIn.isPending} follow={() => mutate({ link })} />}
        {error !== undefined && signIn.isIdle && (
          <div role="alert">
            <Note>{problemText(error)}</Note>
          </div>
        )}
        <ProblemNote error={signIn.error} />
        <GitHubWay to={to} />
        <form onSubmit={submit}>
          <TextField
            label="API key"
            name="key"
            type="password"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
            help="It begins with plk_. It is exchanged for a session of 8 hours and is not kept in this browser."
          />
          <Button label="Sign in" type="submit" look="main" busy={signIn.isPending} />
        </form>
        <p className={styles.help}>
          No key at hand? On the machine that Plumbline runs on, <code>plumbline dashboard</code> prints a link that
          signs in once.
        </p>
      </div>
    </main>
  );
}
