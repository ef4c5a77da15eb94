import { useQuery } from '@tanstack/react-query';
import { useApi, useOrg } from '../../../api/use-api.ts';
import { Asked } from '../../../ui/notes.tsx';
import { SettingsPage } from '../layout.tsx';
import { Accounts } from './accounts.tsx';
import { cloudQuery } from './queries.ts';
import { RoleArn } from './role-arn.tsx';
import { RoleTexts } from './role-texts.tsx';
import { SecretValues } from './secret-values.tsx';
import { States } from './states.tsx';
import { isRefused, useVerify, Verify } from './verify.tsx';

export function CloudPage() {
  const query = useQuery(cloudQuery(useApi(), useOrg()));
  const verify = useVerify();
  return (
    <SettingsPage
      title="AWS"
      about="Plumbline reads your account through a role that you create in it. It can read how things are configured, and the states; it can change nothing."
    >
      <Asked query={query} what="the settings" height="40rem">
        {(cloud) => (
          <>
            <States cloud={cloud} />
            <RoleTexts cloud={cloud} refused={isRefused(verify.data)} />
            <RoleArn cloud={cloud} />
            <Verify cloud={cloud} verify={verify} />
            <Accounts cloud={cloud} />
            <SecretValues cloud={cloud} />
          </>
        )}
      </Asked>
    </SettingsPage>
  );
}
