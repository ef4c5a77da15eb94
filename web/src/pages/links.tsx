import { Link } from '@tanstack/react-router';
import type { components } from '../api/schema.ts';
import { Name } from '../ui/text.tsx';

type Props = { id: string; mono?: boolean; line?: boolean; className?: string; text: string };

export function IncidentLink({ id, className, ...name }: Props) {
  return (
    <Link className={className} to="/o/$org/incidents/$id" from="/o/$org" params={{ id }}>
      <Name {...name} />
    </Link>
  );
}

type FindingProps = Omit<Props, 'id'> & { analysis: string; finding: components['schemas']['Finding'] };

export function FindingLink({ analysis, finding, className, ...name }: FindingProps) {
  const params = { id: analysis, finding: finding.fingerprint };
  return (
    <Link className={className} to="/o/$org/analyses/$id/findings/$finding" from="/o/$org" params={params}>
      <Name {...name} />
    </Link>
  );
}
