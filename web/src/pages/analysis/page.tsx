import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { isNotFound } from '../../api/problem.ts';
import { withoutEmpty, useNarrow } from '../../api/search.ts';
import { useApi } from '../../api/use-api.ts';
import { Asked } from '../../ui/notes.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Name, When } from '../../ui/text.tsx';
import { isUnderWay } from '../analyses/queries.ts';
import { driftedOf } from '../analyses/words.ts';
import { Calls } from './calls.tsx';
import { CancelAnalysis, Notes, originText, Standing } from './head.tsx';
import { CoverageView } from './coverage.tsx';
import { FindingsView } from './findings.tsx';
import { Memory } from './memory.tsx';
import { type Analysis, reportOf, useAnalysis, type AnalysisSearch } from './queries.ts';
import { StatesView } from './states.tsx';
import { Suppressed } from './suppressed.tsx';

const counted = (title: string, count: number) => (count > 0 ? `${title} (${count.toLocaleString('en')})` : title);

function Views({ analysis }: { analysis: Analysis }) {
  const search = useSearch({ from: '/signed-in/o/$org/analyses/$id' });
  const navigate = useNavigate({ from: '/o/$org/analyses/$id' });
  const narrow = useNarrow<AnalysisSearch>({ resetScroll: false });
  const open = (view: string) =>
    void navigate({
      search: ({ state, q }) =>
        withoutEmpty({ state, q, view: view === 'findings' ? undefined : view }) as AnalysisSearch,
      resetScroll: false,
    });
  const shared = { analysis, search, onChange: narrow };
  return (
    <Tabs
      label="The analysis"
      value={search.view ?? (analysis.status === 'failed' ? 'states' : 'findings')}
      onChange={open}
      tabs={[
        {
          id: 'findings',
          title: counted('Findings', driftedOf(analysis.counts)),
          content: <FindingsView {...shared} />,
        },
        { id: 'coverage', title: 'Coverage', content: <CoverageView {...shared} /> },
        { id: 'suppressed', title: 'Hidden', content: <Suppressed {...shared} /> },
        {
          id: 'memory',
          title: counted('Similar incidents', analysis.similar.length),
          content: <Memory analysis={analysis} />,
        },
        { id: 'calls', title: 'Calls', content: <Calls analysis={analysis} /> },
        { id: 'states', title: counted('States', analysis.state_counts.in_all), content: <StatesView {...shared} /> },
      ]}
    />
  );
}

/** An analysis that failed before it found a state has only empty lists. */
const hasResults = ({ status, state_counts: states, counts }: Analysis): boolean =>
  status !== 'failed' || states.in_all + counts.resources > 0;

export function Screen() {
  const { id } = useParams({ from: '/signed-in/o/$org/analyses/$id' });
  const api = useApi();
  const query = useAnalysis(id);
  const { data } = query;
  const unknown = isNotFound(query.error);
  return (
    <Page
      title="Analysis"
      doc="docs/dashboard.md#analyses"
      above={
        <>
          <Link to="/o/$org/analyses" from="/o/$org">
            Analyses
          </Link>
          {data !== undefined && <Name before=" · " text={originText(data)} />}
        </>
      }
      heading={
        data === undefined ? (
          'Analysis'
        ) : (
          <>
            Analysis <When at={data.created_at} />
          </>
        )
      }
      about={data === undefined ? unknown ? undefined : '…' : <Standing analysis={data} />}
      actions={
        <>
          {data !== undefined && isUnderWay(data) && <CancelAnalysis id={id} />}
          {!unknown && <CopyButton label="Copy as Markdown" text={() => reportOf(api, id)} />}
        </>
      }
    >
      <Asked query={query} what="the analysis" height="24rem">
        {(analysis) => (
          <>
            <Notes analysis={analysis} />
            {hasResults(analysis) && <Views analysis={analysis} />}
          </>
        )}
      </Asked>
    </Page>
  );
}
