import type { ReactNode } from 'react';
import { SignBadge } from '../../../ui/badge.tsx';
import { Section } from '../../../ui/section.tsx';

/** One step on the way to a connected account, and whether it is behind us. */
export function Step({
  number,
  title,
  done,
  about,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <Section
      title={`${number}. ${title}`}
      about={about}
      actions={<SignBadge sign={done ? ['good', 'good', 'done'] : ['unknown', 'waiting', 'to do']} />}
    >
      {children}
    </Section>
  );
}
