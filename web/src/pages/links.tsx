import { Link } from '@tanstack/react-router';
import { Name } from '../ui/text.tsx';

type Props = { id: string; mono?: boolean; line?: boolean; className?: string; text: string };

export function IncidentLink({ id, className, ...name }: Props) {
  return (
    <Link className={className} to="/o/$org/incidents/$id" from="/o/$org" params={{ id }}>
      <Name {...name} />
    </Link>
  );
}
