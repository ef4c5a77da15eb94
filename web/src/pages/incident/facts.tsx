import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import { Facts } from '../../ui/facts.tsx';
import { Name } from '../../ui/name.tsx';
import { When } from '../../ui/when.tsx';
import { many } from '../../ui/words.ts';
import type { Incident } from '../incidents/words.tsx';

const when = (at: string | null) => (at === null ? undefined : <When at={at} />);
const name = (text: string | null) => (text === null ? undefined : <Name>{text}</Name>);

/** Where an incident was, since when, and how often it was found. */
export function IncidentFacts({ incident }: { incident: Incident }) {
  const org = useOrg();
  const { state_key: state, type, region, account_id: account, times_seen: times, analyses, date } = incident;
  const [latest] = analyses;
  const other = (id: string | null, words: string) =>
    id === null ? undefined : (
      <Link to="/o/$org/incidents/$id" params={{ org, id }}>
        {words}
      </Link>
    );
  return (
    <Facts
      facts={{
        'Resource type': name(type),
        State:
          state === null ? undefined : (
            <Link to="/o/$org/incidents" params={{ org }} search={{ state, status: 'all' }}>
              <Name mono>{state}</Name>
            </Link>
          ),
        Region: name(region),
        Account: name(account),
        Kind: incident.kind ?? undefined,
        'First seen': when(incident.first_seen_at) ?? date,
        'Last seen': when(incident.last_seen_at),
        Resolved: when(incident.resolved_at),
        'Found by': times === 0 ? undefined : many(times, 'analysis', 'analyses'),
        'Latest analysis':
          latest === undefined ? undefined : (
            <Link to="/o/$org/analyses/$id" params={{ org, id: latest }}>
              <Name mono>{latest}</Name>
            </Link>
          ),
        'Previous incident': other(incident.previous_id, 'The same drift, earlier'),
        'Next incident': other(incident.next_id, 'The same drift, later'),
      }}
    />
  );
}
