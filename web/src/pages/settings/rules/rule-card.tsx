import { type ReactNode, useId } from 'react';
import { type Sign, Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/page.tsx';
import { isPast, Name, When } from '../../../ui/text.tsx';
import styles from '../settings.module.css';
import { SELECTORS, testText } from './draft.ts';
import type { Rule, Usage } from './queries.ts';

const USES: Record<Usage['use'], Sign> = {
  used: ['good', 'good', 'in use'],
  idle: ['unknown', 'waiting', 'nothing to hide now'],
  unused: ['medium', 'unknown', 'matches nothing'],
  expired: ['unknown', 'stopped', 'expired'],
  unknown: ['unknown', 'unknown', 'unknown yet'],
};

function useOf({ expires_at: end }: Rule, usage: Usage | undefined): Usage['use'] | undefined {
  return end !== undefined && isPast(end) ? 'expired' : usage?.use;
}

const mono = (text: string | undefined) => text !== undefined && <Name mono text={text} />;

const factsOf = (rule: Rule, usage: Usage | undefined): Record<string, ReactNode> => ({
  Hides: rule.kind === 'unmanaged' && 'unmanaged objects',
  ...Object.fromEntries(SELECTORS.map(([name, label]) => [label, mono(rule[name])])),
  'State value': mono(rule.before && testText(rule.before)),
  'Cloud value': mono(rule.after && testText(rule.after)),
  Expires: rule.expires_at && <When at={rule.expires_at} />,
  'Last matched': usage?.last_matched_at && <When at={usage.last_matched_at} />,
});

type Props = {
  rule: Rule;
  usage: Usage | undefined;
  lack: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
  /** Undefined for the first rule. */
  onUp: (() => void) | undefined;
};

export function RuleCard({ rule, usage, lack, onEdit, onRemove, onUp }: Props) {
  const id = useId();
  const use = useOf(rule, usage);
  return (
    <li className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          <Name text={rule.reason} />
        </h2>
        <Badge sign={USES[use ?? 'unknown']} />
      </div>
      <Facts facts={factsOf(rule, usage)} />
      {lack === undefined && (
        <div className={styles.line}>
          <Button label="Change" small aria-label={`Change the rule: ${rule.reason}`} onClick={onEdit} />
          {onUp && <Button label="Move up" small aria-label={`Move up: ${rule.reason}`} onClick={onUp} />}
          <Button
            label="Remove"
            small
            look="danger"
            aria-label={`Remove the rule: ${rule.reason}`}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  );
}
