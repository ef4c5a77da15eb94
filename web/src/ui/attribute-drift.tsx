import type { components } from '../api/schema.ts';
import styles from './attribute-drift.module.css';
import { Badge } from './badge.tsx';
import { Name } from './name.tsx';
import { shownAttributes } from './shown-drift.ts';
import { Values } from './values.tsx';

export type AttributeDrift = components['schemas']['AttributeDrift'];

/** Beyond these a list is cut: all of them are in the API's answer. */
const MOST = 200;

type ListProps = {
  attributes: readonly AttributeDrift[];
  label: string;
  /** Places that differ and are not in the list. */
  omitted?: number | undefined;
};

/** Attributes that differ: what the state says and what the cloud says, each with its difference marked. */
export function AttributeDriftList({ attributes, label, omitted = 0 }: ListProps) {
  const shown = shownAttributes(attributes);
  const left = Math.max(0, shown.length - MOST) + omitted;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {shown.slice(0, MOST).map((attribute) => (
          <li key={`${attribute.path} ${attribute.action}`} className={styles.attribute}>
            <div className={styles.head}>
              <Name mono>{attribute.path}</Name>
              <span className={styles.about}>
                {attribute.action}
                {attribute.sensitive && ', sensitive: secret values are not kept'}
              </span>
              {attribute.caused_by && (
                <span className={styles.about}>
                  side effect of <Name mono>{attribute.caused_by.resource}</Name>
                </span>
              )}
              {attribute.requires_replace && (
                <Badge tone="high" icon="gone">
                  restoring replaces the resource
                </Badge>
              )}
            </div>
            <Values attribute={attribute} />
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.about}>+{left.toLocaleString('en')} more attributes</p>}
    </>
  );
}
