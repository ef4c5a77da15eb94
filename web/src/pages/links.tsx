import { Link } from '@tanstack/react-router';
import { useOrg } from '../api/use-api.ts';
import { Name } from '../ui/text.tsx';

type Props = { id: string; mono?: boolean; line?: boolean; className?: string; children: string };

/** To an incident, by a text about it. */
export function IncidentLink({ id, className, ...name }: Props) {
  return (
    <Link className={className} to="/o/$org/incidents/$id" params={{ org: useOrg(), id }}>
      <Name {...name} />
    </Link>
  );
}
