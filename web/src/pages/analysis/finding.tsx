import { memo, type ReactNode } from 'react';
import type { Finding, Nested } from './queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, SeverityBadge, KindBadge } from '../../ui/badge.tsx';
import row from '../../ui/list-row.module.css';
import { Name, visible } from '../../ui/text.tsx';
import { Changes, FindingFacts, reasonOf } from '../finding/parts.tsx';
import { IgnoreButton } from '../finding/ways.tsx';
import { FindingLink, IncidentLink } from '../links.tsx';
import styles from './analysis.module.css';

export const keyOfFinding = ({ state_key: state, resource, kind }: Finding): string => `${state}\n${resource}\n${kind}`;

type DetailsProps = { analysis: string; finding: Finding };

function Details({ analysis, finding }: DetailsProps) {
  return (
    <div className={styles.details}>
      <Name block before="Severity reason: " text={reasonOf(finding)} />
      <Changes finding={finding} />
      <FindingFacts finding={finding} />
      <p className={styles.actions}>
        <FindingLink className={buttonClass('main', true)} analysis={analysis} finding={finding} text="What to do" />
        {finding.incident_id !== null && (
          <IncidentLink className={buttonClass('plain', true)} id={finding.incident_id} text="View incident" />
        )}
        <IgnoreButton findings={[finding]} />
      </p>
    </div>
  );
}

/** `aws_iam_role.app (managed_policy_arns)`. */
const effectText = ({ resource, attributes }: Finding): string =>
  `${resource} (${[...new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path))].join(', ')})`;

type Unfolding = { analysis: string; open: ReadonlySet<string>; onToggle: (key: string) => void };

function Unfold({
  finding,
  open,
  onToggle,
  children,
}: Omit<Unfolding, 'analysis'> & { finding: Finding; children: ReactNode }) {
  const key = keyOfFinding(finding);
  const isOpen = open.has(key);
  return (
    <button type="button" className={styles.unfold} aria-expanded={isOpen} onClick={() => onToggle(key)}>
      <span className={isOpen ? styles.turned : undefined}>
        <Icon name="right" />
      </span>
      {children}
    </button>
  );
}

function SideEffect({ finding, ...unfolding }: Unfolding & { finding: Finding }) {
  return (
    <li>
      <Unfold finding={finding} {...unfolding}>
        <span className={styles.address}>
          <span className={row.summary}>
            ↳ side effect: <Name mono text={effectText(finding)} />
          </span>
        </span>
      </Unfold>
      {unfolding.open.has(keyOfFinding(finding)) && <Details analysis={unfolding.analysis} finding={finding} />}
    </li>
  );
}

type Choosing = { isChosen: boolean; onChoose: (finding: Finding) => void };
type Props = Nested & Unfolding & Choosing & { heading: string | undefined };

/**
 * A finding in the list, with its side effects below it. Expanded, it shows the values in the state and in the cloud.
 */
export const FindingRow = memo(function FindingRow(props: Props) {
  const { finding, sideEffects, heading, isChosen, onChoose, ...unfolding } = props;
  const { resource, severity, kind, message, state_key: state, caused_by: cause } = finding;
  return (
    <article className={styles.finding}>
      {heading !== undefined && <h2 className={styles.place}>{heading}</h2>}
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={`Select ${visible(resource).slice(0, 200)}`}
        checked={isChosen}
        onChange={() => onChoose(finding)}
      />
      <h3 className={styles.row}>
        <Unfold finding={finding} {...unfolding}>
          <SeverityBadge severity={severity} />
          <span className={styles.address}>
            <Name mono text={resource} />
            <span className={row.summary}>
              <Name text={cause ? `side effect of ${cause.resource}: ${message}` : message} />
            </span>
            <Name muted mono line text={state} />
          </span>
          <KindBadge kind={kind} />
        </Unfold>
      </h3>
      {unfolding.open.has(keyOfFinding(finding)) && <Details analysis={unfolding.analysis} finding={finding} />}
      {sideEffects.length > 0 && (
        <ul className={styles.effects} aria-label="Side effects">
          {sideEffects.map((one) => (
            <SideEffect key={keyOfFinding(one)} finding={one} {...unfolding} />
          ))}
        </ul>
      )}
    </article>
  );
});
