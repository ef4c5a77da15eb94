import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../../api/organization.ts';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Asked } from '../../../ui/asked.tsx';
import { SettingsPage } from '../layout.tsx';
import { Identity } from './identity.tsx';
import { Reports } from './reports.tsx';
import { Retention } from './retention.tsx';

/** What an organization decides for itself, beside its cloud and its rules. */
export function OrganizationPage() {
  const query = useQuery(organizationQuery(useApi(), useOrg()));
  return (
    <SettingsPage title="Organization" about="How drift appears on GitHub, and how long incidents are kept.">
      <Asked query={query} what="the organization" height="36rem">
        {(organization) => (
          <>
            <Reports organization={organization} />
            <Retention organization={organization} />
            <Identity organization={organization} />
          </>
        )}
      </Asked>
    </SettingsPage>
  );
}
