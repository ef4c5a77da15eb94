import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import styles from '../settings/settings.module.css';
import { NotSaid } from './not-said.tsx';

/** What no try brought to its end: how many there are, and what to do about them; null where that was not said in time. */
export function GivenUp<Counted extends { count: number; more: boolean }>({
  title,
  about,
  counted,
  children,
}: {
  title: string;
  about: string;
  counted: Counted | null;
  children: (counted: Counted) => ReactNode;
}) {
  const some = counted !== null && counted.count > 0 ? counted : undefined;
  return (
    <Section
      title={some ? `${title}: ${some.count.toLocaleString('en')}${some.more ? ' or more' : ''}` : title}
      about={about}
    >
      {counted === null && <NotSaid />}
      {counted?.count === 0 && <p className={styles.muted}>None.</p>}
      {some && children(some)}
    </Section>
  );
}
