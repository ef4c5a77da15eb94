import { Link } from '@tanstack/react-router';
import { useOrg } from '../api/use-api.ts';
import { Name } from '../ui/text.tsx';

type Props = { id: string; mono?: boolean; line?: boolean; className?: string; children: string };

export function IncidentLink({ id, className, ...name }: Props) {
  return (
    <Link className={className} to="/o/$org/incidents/$id" params={{ org: useOrg(), id }}>
      <Name {...name} />
    </Link>
  );
}
