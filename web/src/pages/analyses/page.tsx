import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { isNarrowed } from '../../api/search.ts';
import { useApi, useOrg } from '../../api/use-api.ts';
import { useNarrow } from '../../api/use-narrow.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Page } from '../../ui/page.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { connectedQuery } from '../overview/queries.ts';
import { AnalysisFilters } from './filters.tsx';
import { analysesQuery } from './queries.ts';
import { AnalysisRow } from './row.tsx';
import type { AnalysesSearch } from './search.ts';
import { StartAnalysis } from './start.tsx';

/** Analyses, the newest first, narrowed by what stands in the address. */
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
