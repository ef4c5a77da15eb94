import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLack } from '../../api/use-api.ts';
import { SETTINGS_PAGES } from '../../frame/pages.ts';
import { Note } from '../../ui/notes.tsx';
import type { Doc } from '../../ui/doc-link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import styles from './settings.module.css';
import { Badge } from '../../ui/badge.tsx';

type Props = {
  title: string;
  doc: Doc;
  about: ReactNode;
  /** A sentence on the actions here that need the scope `admin`. */
  forAdmins?: string;
  children: ReactNode;
};

/** A page of the settings, with links to the others. */
export function SettingsPage({ title, doc, about, forAdmins, children }: Props) {
  const lack = useLack('admin');
  return (
    <Page title={title} doc={doc} above="Settings" about={about}>
      <div className={styles.settings}>
        <nav aria-label="Settings" className={styles.nav}>
          {SETTINGS_PAGES.map((page) => (
            <Link key={page.to} to={page.to} from="/o/$org" activeOptions={{ includeSearch: false }}>
              {page.title}
            </Link>
          ))}
        </nav>
        <div className={styles.content}>
          {forAdmins === undefined || lack === undefined ? (
            children
          ) : (
            // The content is left out, since its requests would be refused.
            <Note>
              <p>
                {forAdmins} {lack} Ask somebody with that scope, or for a key that has it.
              </p>
            </Note>
          )}
        </div>
      </div>
    </Page>
  );
}

/** A step to connect an account, and whether it is done. */
type StepProps = { number: number; title: string; done: boolean; about: ReactNode; children: ReactNode };

export function Step({ number, title, done, about, children }: StepProps) {
  return (
    <Section
      title={`${number}. ${title}`}
      about={about}
      actions={<Badge sign={done ? ['good', 'good', 'done'] : ['unknown', 'waiting', 'to do']} />}
    >
      {children}
    </Section>
  );
}
