import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useApi, useOrg } from '../../api/use-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { oneOrMany } from '../../ui/text.tsx';
import { type Overview, overviewQuery } from './queries.ts';
import { Page } from '../../ui/page.tsx';
import { StartAnalysis } from '../analyses/start.tsx';
import { Changed } from './changed.tsx';
import { History } from './history.tsx';
import { Numbers } from './numbers.tsx';
import { isSetUp, SetupSteps } from './setup-steps.tsx';
import { Tiles } from './tiles.tsx';

/** States that repositories claim and nobody has: until somebody accepts that, no repository is told of their drift. */
export function Proposals({ states: { proposed } }: Pick<Overview, 'states'>) {
  const org = useOrg();
  if (proposed === 0) return null;
  return (
    <Note>
      <p>
        {oneOrMany(proposed, 'state')} claimed by a repository and not accepted yet: pull requests do not show their
        drift.{' '}
        <Link
          className={buttonClass('plain', true)}
          to="/o/$org/repositories"
          params={{ org }}
          search={{ view: 'proposals' }}
        >
          Review proposals
        </Link>
      </p>
    </Note>
  );
}

/** The overview of an organization, or the steps to its first analysis. */
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
