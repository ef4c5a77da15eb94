import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export type Tab = { id: string; title: ReactNode; content: ReactNode };

/** Tabs. The id of the open tab belongs in the URL (`value`, `onChange`). Only the open tab is rendered. */
type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (id: string) => void };

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(id) => onChange(String(id))}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Base.Tab key={id} value={id} className={styles.tab}>
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
