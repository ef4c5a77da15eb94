import { Link } from '@tanstack/react-router';
import { useOrg } from '../../api/use-api.ts';
import type { Finding } from './queries.ts';

/** To the ignore rules, with one for this finding begun. */
export function IgnoreLink({ finding, className }: { finding: Finding; className?: string }) {
  return (
    <Link
      className={className}
      to="/o/$org/settings/ignore-rules"
      params={{ org: useOrg() }}
      search={{ rule: { address: finding.resource, state: finding.state_key } }}
    >
      Ignore…
    </Link>
  );
}
