import { lazy, Suspense, useMemo } from 'react';
import type { components } from '../api/schema.ts';
import styles from './attribute-drift.module.css';
import { Badge } from './badge.tsx';
import { Name, visible } from './text.tsx';
import { isDocument, isHidden, shownAttributes, sidesWithoutDefaults } from './shown-drift.ts';

export type AttributeDrift = components['schemas']['AttributeDrift'];

/** Longer lists are cut; the API's response contains all attributes. */
const MAX_ATTRIBUTES = 200;

type ListProps = {
  attributes: readonly AttributeDrift[];
  label: string;
  /** The number of differing paths that are not in the list. */
  omitted?: number | undefined;
};

/** Attributes that differ, with their values in the state and in the cloud. */
export function AttributeDriftList({ attributes, label, omitted = 0 }: ListProps) {
  const shown = shownAttributes(attributes);
  const left = Math.max(0, shown.length - MAX_ATTRIBUTES) + omitted;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {shown.slice(0, MAX_ATTRIBUTES).map((attribute) => (
          <li key={`${attribute.path} ${attribute.action}`} className={styles.attribute}>
            <div className={styles.head}>
              <Name mono text={attribute.path} />
              <span className={styles.about}>
                {attribute.action}
                {attribute.sensitive && ', sensitive: secret values are not kept'}
              </span>
              {attribute.caused_by && (
                <span className={styles.about}>
                  side effect of <Name mono text={attribute.caused_by.resource} />
                </span>
              )}
              {attribute.requires_replace && <Badge sign={['plain', 'stopped', 'restoring replaces the resource']} />}
            </div>
            <Values attribute={attribute} />
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.about}>+{left.toLocaleString('en')} more attributes</p>}
    </>
  );
}

const TextDiff = lazy(() => import('./text-diff.tsx').then(({ TextDiff }) => ({ default: TextDiff })));

/** Values up to this length are shown on one line; longer values are shown as a diff. */
const SHORT = 100;

/** Parses a string that contains JSON, as policies do. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Sorts the keys of objects, so that their order is no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** A value as text: a document as indented JSON, a string unchanged. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A value on one line, with strings in quotes, so that "1" and 1 look different. */
const inLine = (value: unknown): string => (value === undefined ? 'nothing' : visible(JSON.stringify(value)));

const isEmpty = (value: unknown) => isDocument(value) && Object.keys(value).length === 0;

function isShort(value: unknown): boolean {
  const inner = parsed(value);
  const isFull = isDocument(inner) && !isEmpty(inner);
  return !isFull && inLine(value).length <= SHORT && !(typeof value === 'string' && value.includes('\n'));
}

type Sides = Pick<AttributeDrift, 'before' | 'after' | 'sensitive' | 'action'>;

export function Values({ attribute }: { attribute: Sides }) {
  const { before, after, action } = attribute;
  if (isHidden(attribute)) return null;
  if (isShort(before) && isShort(after))
    return (
      <p className={styles.short}>
        <SideValue name="In the state" value={action === 'added' ? undefined : before} mark="before" />
        <SideValue name="In the cloud" value={action === 'removed' ? undefined : after} mark="after" />
      </p>
    );
  return (
    <Suspense fallback={<pre className={styles.waiting}>…</pre>}>
      <Compared before={before} after={after} />
    </Suspense>
  );
}

function Compared(values: { before: unknown; after: unknown }) {
  const texts = useMemo(() => {
    const [before, after] = sidesWithoutDefaults(values.before, values.after).map((value) => sorted(parsed(value)));
    const documents = isDocument(before) && isDocument(after) && { documents: { before, after } };
    return { before: written(before), after: written(after), ...documents };
  }, [values.before, values.after]);
  return <TextDiff {...texts} />;
}

function SideValue({ name, value, mark }: { name: string; value: unknown; mark: 'before' | 'after' }) {
  const Mark = mark === 'before' ? 'del' : 'ins';
  return (
    <span className={styles.side}>
      <span className={styles.about}>{name}</span>
      <Mark className={styles[mark]}>
        <bdi>{inLine(value)}</bdi>
      </Mark>
    </span>
  );
}
