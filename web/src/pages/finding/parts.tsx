import type { ReactNode } from 'react';
import { AttributeDriftList } from '../../ui/attribute-drift.tsx';
import { Facts } from '../../ui/page.tsx';
import { Name, When } from '../../ui/text.tsx';
import type { Finding } from './queries.ts';

/** The reason for a finding's severity; empty if its message already contains it. */
export const reasonOf = ({ message, severity_reason: reason = '' }: Finding): string =>
  message.slice(1).startsWith(reason.slice(1)) ? '' : reason;

/** The differing attributes with their values. */
export function Changes({ finding }: { finding: Finding }) {
  const { kind, attributes, informational = [] } = finding;
  return (
    <>
      {attributes.length > 0 ? (
        <AttributeDriftList attributes={attributes} omitted={finding.attributes_omitted} label="Changes" />
      ) : (
        <p>{kind === 'deleted' ? 'The resource is in the state, and no longer in the cloud.' : 'Nothing is listed.'}</p>
      )}
      {informational.length > 0 && (
        <details>
          <summary>Also changed (not drift): {informational.length}</summary>
          <AttributeDriftList attributes={informational} label="Also changed (not drift)" />
        </details>
      )}
    </>
  );
}

type FactsProps = { finding: Finding; more?: Readonly<Record<string, ReactNode>> };

export function FindingFacts({ finding, more }: FactsProps) {
  const { caused_by: cause, region, account_id: account, cloud_id: id } = finding;
  return (
    <Facts
      facts={{
        'Side effect of': cause && <Name mono text={`${cause.resource} in ${cause.state_key}`} />,
        'First seen': <When at={finding.first_seen_at} />,
        Region: region && <Name text={region} />,
        Account: account && <Name text={account} />,
        'Cloud ID': id && <Name mono text={id} />,
        Provider: <Name text={[finding.provider, finding.provider_alias].filter(Boolean).join(' ')} />,
        ...more,
      }}
    />
  );
}
