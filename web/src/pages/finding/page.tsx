import { Link, useParams } from '@tanstack/react-router';
import { SeverityBadge, KindBadge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Asked } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { Name, visible } from '../../ui/text.tsx';
import { IncidentLink } from '../links.tsx';
import { useIncident } from '../incident/queries.ts';
import { Drift } from './drift.tsx';
import { FindingFacts, reasonOf } from './parts.tsx';
import { type Finding, type NextSteps, useFinding } from './queries.ts';

type Props = { finding: Finding; steps: NextSteps };

function Whole({ finding, steps }: Props) {
  const { severity, kind, message, state_key: state, incident_id: id } = finding;
  const { data: incident } = useIncident(id ?? '', { enabled: id !== null });
  const more = {
    State: <Name mono text={state} />,
    Incident: id !== null && <IncidentLink id={id} text="All that is known of it" />,
  };
  return (
    <Drift
      badges={
        <>
          <SeverityBadge severity={severity} />
          <KindBadge kind={kind} />
        </>
      }
      message={message}
      reason={reasonOf(finding)}
      facts={<FindingFacts finding={finding} more={more} />}
      finding={finding}
      steps={steps}
      incident={incident}
    />
  );
}

export function Screen() {
  const { id, finding: fingerprint } = useParams({ from: '/signed-in/o/$org/analyses/$id/findings/$finding' });
  const query = useFinding(id, fingerprint);
  const resource = query.data?.finding.resource;
  return (
    <Page
      doc="docs/dashboard.md#a-finding"
      title={resource === undefined ? 'Finding' : visible(resource).slice(0, 100)}
      heading={resource === undefined ? 'Finding' : <Name mono text={resource} />}
      above={
        <Link to="/o/$org/analyses/$id" from="/o/$org" params={{ id }}>
          Analysis
        </Link>
      }
      actions={<CopyButton label="Copy link" text={location.href} />}
    >
      <Asked query={query} what="the finding" height="60vh">
        {({ finding, next_steps: steps }) => <Whole finding={finding} steps={steps} />}
      </Asked>
    </Page>
  );
}
