import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from '../ui/badge.tsx';
import styles from './frame.module.css';

/** A button of the bar that opens a menu. */
export function BarMenu({ label, shown, children }: { label: string; shown: ReactNode; children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={styles.trigger} aria-label={label}>
        {shown}
        <Icon name="down" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>{title}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item className={styles.item} onClick={onClick}>
      {children}
    </Base.Item>
  );
}

export function MenuChoice<Value extends string>({
  value,
  options,
  onChange,
}: {
  value: Value;
  options: readonly { value: Value; shown: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
      {options.map(({ value: one, shown }) => (
        <Base.RadioItem key={one} value={one} className={styles.item} closeOnClick>
          {shown}
          <Base.RadioItemIndicator>
            <Icon name="good" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
