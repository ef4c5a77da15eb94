import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Badge, SeverityBadge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name, visible, When } from '../../ui/text.tsx';
import styles from './inventory.module.css';
import type { UnmanagedObject } from './queries.ts';
import { CLASS_WORDS, titleOf } from './words.ts';

/** `part of aws_security_group.web`. */
const partText = ({ parent }: UnmanagedObject): string | undefined =>
  parent === null ? undefined : `part of ${parent.resource ?? `${parent.type} ${parent.id}`}`;

type Props = { object: UnmanagedObject; isChosen: boolean; onChoose: (object: UnmanagedObject) => void };

export const ObjectRow = memo(function ObjectRow({ object, isChosen, onChoose }: Props) {
  const { id, type, severity, severity_reason: reason, class: named, account_id: account, region } = object;
  const title = titleOf(object);
  return (
    <article className={styles.row}>
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={`Select ${visible(`${type} ${title}`).slice(0, 200)}`}
        checked={isChosen}
        onChange={() => onChoose(object)}
      />
      <div className={row.badges}>
        <SeverityBadge severity={severity} />
        <Badge sign={CLASS_WORDS[named][0]} />
        {object.new && <Badge sign={['plain', 'waiting', 'new']} />}
      </div>
      <div className={row.what}>
        <h2 className={styles.name}>
          <Link to="/o/$org/inventory/$object" from="/o/$org" params={{ object: id }}>
            <Name mono text={title} />
          </Link>
        </h2>
        <p className={row.summary}>
          <Name mono text={type} /> <Name before="· " text={reason} />
        </p>
        <Name muted line text={partText(object) ?? object.owner} />
      </div>
      <p className={row.where}>
        <span>
          <Name text={account} /> <Name text={region} />
        </span>
        <span>
          <When before="created " at={object.created_at} />
          {object.created_at === null && <When before="first seen " at={object.first_seen_at} />}
          <When before=", gone " at={object.gone_at} />
        </span>
        <Name before="ignored: " text={object.ignored_by?.reason} />
      </p>
    </article>
  );
});
