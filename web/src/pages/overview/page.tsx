import { useQuery } from '@tanstack/react-query';
import { useApi, useOrg } from '../../api/use-api.ts';
import { Asked } from '../../ui/asked.tsx';
import { Page } from '../../ui/page.tsx';
import { StartAnalysis } from '../analyses/start.tsx';
import { Changed } from './changed.tsx';
import { History } from './history.tsx';
import { Numbers } from './numbers.tsx';
import { Proposals } from './proposals.tsx';
import { overviewQuery } from './queries.ts';
import { SetupSteps, isSetUp } from './setup-steps.tsx';
import { Tiles } from './tiles.tsx';

/** How things stand in an organization, or what it takes until they can be told. */
export function OverviewPage() {
  const query = useQuery(overviewQuery(useApi(), useOrg()));
  const connected = query.data?.setup.cloud_connected === true;
  return (
    <Page title="Overview" {...(connected && { actions: <StartAnalysis /> })}>
      <Asked query={query} what="the overview" height="40rem">
        {(overview) => (
          <>
            {!isSetUp(overview) && <SetupSteps setup={overview.setup} last={overview.last_analysis} />}
            <Proposals states={overview.states} />
            {(overview.setup.analysed || overview.open.total > 0) && (
              <>
                <Numbers overview={overview} />
                <History days={overview.history} />
                <Tiles states={overview.states} />
                <Changed changed={overview.changed} />
              </>
            )}
          </>
        )}
      </Asked>
    </Page>
  );
}
