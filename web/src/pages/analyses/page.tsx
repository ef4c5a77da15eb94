import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { isNarrowed, type Narrow, useNarrow, narrowing } from '../../api/search.ts';
import { statusWord } from '../../ui/badge.tsx';
import { Choice, Filters } from '../../ui/field.tsx';
import { capital } from '../../ui/text.tsx';
import { NO_REPOSITORY, RepositoryChoice } from '../repositories/repository-choice.tsx';
import { type AnalysesSearch, STATUSES, TRIGGERS, WITHIN } from './search.ts';
import { AT_LEAST, TRIGGER_WORDS } from './words.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { connectedQuery } from '../overview/queries.ts';
import { analysesQuery } from './queries.ts';
import { AnalysisRow } from './row.tsx';
import { StartAnalysis } from './start.tsx';

type FilterProps = {
  search: AnalysesSearch;
  onChange: Narrow<AnalysesSearch>;
};

/** What the list of analyses is narrowed by; all of it stands in the address. */
export function AnalysisFilters({ search, onChange }: FilterProps) {
  const { choice } = narrowing(search, onChange);
  return (
    <Filters label="Analyses">
      <RepositoryChoice {...choice('repo')} label="Repository" none="Any" />
      <Choice
        {...choice('status')}
        label="Status"
        options={[['', 'Any'], ...STATUSES.map((one) => [one, capital(statusWord(one))] as const)]}
      />
      <Choice {...choice('severity')} label="Worst drift" options={AT_LEAST} />
      <Choice
        {...choice('trigger')}
        label="Trigger"
        options={[['', 'Any'], ...TRIGGERS.map((one) => [one, TRIGGER_WORDS[one]] as const)]}
      />
      <Choice
        {...choice('within')}
        label="Period"
        options={[
          ['', 'Any time'],
          ...WITHIN.map((days) => [days, days === '1' ? 'Within a day' : `Within ${days} days`] as const),
        ]}
      />
    </Filters>
  );
}

export function AnalysesPage() {
  const search = useSearch({ from: '/signed-in/o/$org/analyses' });
  const [api, org] = [useApi(), useOrg()];
  const query = useInfiniteQuery(analysesQuery(api, org, search));
  const { data: isConnected = true } = useQuery(connectedQuery(api, org));
  const narrow = useNarrow<AnalysesSearch>();
  const empty = isNarrowed(search) ? (
    <Empty title="No matching analyses">Remove a filter.</Empty>
  ) : (
    <Empty title="No analyses yet">
      An analysis reads the Terraform states in your bucket and compares each resource with what is in the cloud.
    </Empty>
  );
  return (
    <Page
      title="Analyses"
      about={
        isConnected
          ? 'Each compares the Terraform states with the cloud.'
          : 'Connect AWS first: it takes a read-only role, and the bucket of your Terraform states.'
      }
      actions={
        isConnected ? (
          <StartAnalysis />
        ) : (
          <Link className={buttonClass('main')} to="/o/$org/settings/cloud" params={{ org }}>
            Connect AWS
          </Link>
        )
      }
    >
      <AnalysisFilters search={search} onChange={narrow} />
      <VirtualList query={query} what="analyses" keyOf={({ id }) => id} rowHeight={87} empty={empty}>
        {(analysis) => <AnalysisRow analysis={analysis} />}
      </VirtualList>
    </Page>
  );
}
