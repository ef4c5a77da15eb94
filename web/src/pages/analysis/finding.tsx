import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import type { Finding, Nested } from './queries.ts';
import { AttributeDriftList } from '../../ui/attribute-drift.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon, SeverityBadge, VerdictBadge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/page.tsx';
import row from '../../ui/list-row.module.css';
import { Name, When } from '../../ui/text.tsx';
import { IncidentLink } from '../links.tsx';
import styles from './analysis.module.css';

/** To the ignore rules, with one for this finding begun. */
export function IgnoreLink({ finding, className }: { finding: Finding; className?: string }) {
  return (
    <Link
      className={className}
      to="/o/$org/settings/ignore-rules"
      from="/o/$org"
      search={{ rule: { address: finding.resource, state: finding.state_key } }}
    >
      Ignore…
    </Link>
  );
}

export const keyOfFinding = ({ state_key: state, resource, kind }: Finding): string => `${state}\n${resource}\n${kind}`;

/** The module part of an address, empty for the root module. Keys of instances may hold anything, dots and brackets included. */
export const moduleOf = (address: string): string =>
  /^(?:module\.[^.[]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?(?:\.|$))*/s.exec(address)?.[0].replace(/\.$/, '') ?? '';

const placeOf = ({ severity, state_key: state, resource }: Finding) => `${severity}\n${state}\n${moduleOf(resource)}`;

/** Above the first finding of a module of a state: where these are. */
function Place({ finding: { state_key: state, resource } }: { finding: Finding }) {
  const module = moduleOf(resource);
  return (
    <p className={styles.place}>
      <Name mono text={state} />
      <Name mono before=" · " text={module} />
    </p>
  );
}

/** Why a finding is as severe as it is, unless its sentence says that already. */
export const reasonOf = ({ message, severity_reason: reason = '' }: Finding): string =>
  message.slice(1).startsWith(reason.slice(1)) ? '' : reason;

function Details({ finding }: { finding: Finding }) {
  const { attributes, informational = [], caused_by: cause } = finding;
  return (
    <div className={styles.details}>
      {attributes.length > 0 && (
        <AttributeDriftList attributes={attributes} omitted={finding.attributes_omitted} label="Changes" />
      )}
      {informational.length > 0 && (
        <details>
          <summary>Also changed (not drift): {informational.length}</summary>
          <AttributeDriftList attributes={informational} label="Also changed (not drift)" />
        </details>
      )}
      <Facts
        facts={{
          'Severity reason': reasonOf(finding) && <Name text={reasonOf(finding)} />,
          'Side effect of': cause && <Name mono text={`${cause.resource} in ${cause.state_key}`} />,
          'First seen': <When at={finding.first_seen_at} />,
          Region: finding.region && <Name text={finding.region} />,
          Account: finding.account_id && <Name text={finding.account_id} />,
          'Cloud ID': finding.cloud_id && <Name mono text={finding.cloud_id} />,
          Provider: <Name text={[finding.provider, finding.provider_alias].filter(Boolean).join(' ')} />,
        }}
      />
      <p className={styles.actions}>
        {finding.incident_id !== null && (
          <IncidentLink className={buttonClass('plain', true)} id={finding.incident_id} text="View incident" />
        )}
        <IgnoreLink className={buttonClass('plain', true)} finding={finding} />
      </p>
    </div>
  );
}

/** `aws_iam_role.app (managed_policy_arns)`. */
const effectText = ({ resource, attributes }: Finding): string =>
  `${resource} (${[...new Set(attributes.map(({ path }) => /^[^.[]+/.exec(path)?.[0] ?? path))].join(', ')})`;

type Unfolding = { open: ReadonlySet<string>; onToggle: (key: string) => void };

function Unfold({ finding, open, onToggle, children }: Unfolding & { finding: Finding; children: ReactNode }) {
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
      {unfolding.open.has(keyOfFinding(finding)) && <Details finding={finding} />}
    </li>
  );
}

type Props = Nested & Unfolding & { previous: Finding | undefined };

/** One finding of the list with its side effects beneath it; unfolded with the values on both sides. */
export const FindingRow = memo(function FindingRow({ finding, sideEffects, previous, ...unfolding }: Props) {
  const { resource, severity, kind, message, caused_by: cause } = finding;
  const isFirst = previous === undefined || placeOf(previous) !== placeOf(finding);
  const module = moduleOf(resource);
  return (
    <article className={styles.finding}>
      {isFirst && <Place finding={finding} />}
      <h3 className={styles.row}>
        <Unfold finding={finding} {...unfolding}>
          <SeverityBadge severity={severity} />
          <span className={styles.address}>
            <Name mono text={module === '' ? resource : resource.slice(module.length + 1)} />
            <span className={row.summary}>
              <Name text={cause ? `side effect of ${cause.resource}: ${message}` : message} />
            </span>
          </span>
          <VerdictBadge verdict={kind} />
        </Unfold>
      </h3>
      {unfolding.open.has(keyOfFinding(finding)) && <Details finding={finding} />}
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
