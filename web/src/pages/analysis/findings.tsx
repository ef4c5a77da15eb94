import { useCallback, useEffect, useState } from 'react';
import { Button, useFew } from '../../ui/button.tsx';
import { capital, many, Name } from '../../ui/text.tsx';
import { SeverityCounts } from '../../ui/badge.tsx';
import { sideEffectsText, unseenOf } from '../analyses/words.ts';
import styles from './analysis.module.css';
import { csvOf, type Finding, type Groups, useFindings, useGroups, type ViewProps, ROOT } from './queries.ts';
import { isNarrowed } from '../../api/search.ts';
import { useWhenRead } from '../../api/use-when-read.ts';
import { Empty, rowsOf } from '../../ui/notes.tsx';
import { SaveCsv } from '../../ui/save-csv.tsx';
import { useSelection } from '../../ui/selection.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { isUnderWay } from '../analyses/queries.ts';
import { SelectedFindings } from '../finding/selection.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { FindingRow, keyOfFinding } from './finding.tsx';
import { SummaryAndFix } from './head.tsx';

const FEW = 40;

const fingerprintOf = ({ fingerprint }: Finding) => fingerprint;

type GroupProps = Pick<ViewProps, 'search' | 'onChange'> & { groups: Groups };

/** Groups of findings by state and module, worst first. Choosing a group filters the list by it. */
function GroupList({ groups, search, onChange }: GroupProps) {
  const [shown, more] = useFew(groups.groups, FEW);
  const chosen = search.state !== undefined || search.module !== undefined;
  return (
    <nav aria-label="Findings by state and module" className={styles.groups}>
      {chosen && (
        <Button
          label="Show all states and modules"
          small
          onClick={() => onChange({ state: undefined, module: undefined })}
        />
      )}
      <ul className={styles.plain}>
        {shown.map(({ state_key: state, module, following, severities }) => {
          const name = module === '' ? ROOT : module;
          const isChosen = search.state === state && search.module === name;
          return (
            <li key={`${state}\n${module}`}>
              <button
                type="button"
                className={styles.group}
                aria-pressed={isChosen}
                onClick={() => onChange(isChosen ? { state: undefined, module: undefined } : { state, module: name })}
              >
                <Name mono line text={state} />
                <span className={styles.muted}>{module === '' ? 'root module' : <Name mono text={module} />}</span>
                <SeverityCounts counts={severities} sideEffects={following} />
                <span className={styles.muted}>{sideEffectsText(following)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {more}
      {groups.more > 0 && <p className={styles.muted}>And {many(groups.more, 'group')} more: search for the rest.</p>}
    </nav>
  );
}

/**
 * A heading above the first finding of each severity, with the number of its findings. It excludes side effects, which
 * stand below their causes.
 */
function headingOf({ severity }: Finding, previous: Finding | undefined, groups: Groups | undefined) {
  if (previous?.severity === severity) return undefined;
  const count = groups && groups.severities[severity] - (severity === 'low' ? groups.following : 0);
  return count === undefined ? capital(severity) : `${capital(severity)} (${count.toLocaleString('en')})`;
}

/** The text in the place of an empty list of findings. */
function NoFindings({ analysis, search }: Pick<ViewProps, 'analysis' | 'search'>) {
  const narrowed = isNarrowed(search, 'view', 'sort');
  if (narrowed) return <Empty title="No matching findings">Remove a filter.</Empty>;
  if (isUnderWay(analysis)) return <Empty title="No findings yet">Findings appear here as the analysis goes on.</Empty>;
  if (analysis.status === 'failed' || analysis.status === 'canceled')
    return <Empty title={`Analysis ${analysis.status}`}>Results are incomplete.</Empty>;
  if (unseenOf(analysis.counts) > 0 || analysis.state_counts.unreadable > 0)
    return (
      <Empty title="No drift in checked resources">Some were not checked: “Coverage” lists them with the reason.</Empty>
    );
  return analysis.counts.resources === 0 ? (
    <Empty title="Nothing to check">The states in scope have no resources.</Empty>
  ) : (
    <Empty title="No drift">Every checked resource matches its state.</Empty>
  );
}

/** The findings of an analysis, worst first, beside their groups by state and module. */
export function FindingsView({ analysis, search, onChange }: ViewProps) {
  const groupsAsked = useGroups(analysis, search);
  const query = useFindings(analysis.id, search);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) =>
      setOpen((before) =>
        before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
      ),
    [],
  );
  const groups = groupsAsked.data;
  const { chosen, toggle: pick, choose } = useSelection(fingerprintOf);
  const total = groupsAsked.isPlaceholderData ? undefined : groups?.total;
  const totalThen = useWhenRead(query.dataUpdatedAt, total);
  const fresh = total === undefined || totalThen === undefined ? 0 : total - totalThen;
  // An empty list may be replaced without a jump of the page.
  const isEmpty = query.data !== undefined && rowsOf(query.data).length === 0;
  const { refetch } = query;
  useEffect(() => {
    if (isEmpty && fresh > 0) void refetch();
  }, [isEmpty, fresh, refetch]);
  return (
    <>
      <FindingFilters search={search} onChange={onChange} groups={groups} />
      <div className={styles.line}>
        <span role="status" className={styles.told}>
          {groups === undefined ? '…' : groups.total === 0 && 'No findings'}
          {groups !== undefined && groups.total > 0 && (
            <>
              {many(groups.total - groups.following, 'finding')}
              {sideEffectsText(groups.following)}
              <SeverityCounts counts={groups.severities} sideEffects={groups.following} />
            </>
          )}
        </span>
        <SaveCsv name={`findings-${analysis.id}.csv`} load={(api) => csvOf(api, analysis.id, search)} />
        {fresh !== 0 && (
          <Button
            label={fresh > 0 ? `Show ${many(fresh, 'new finding')}` : 'New results. Refresh'}
            small
            onClick={() => void query.refetch()}
          />
        )}
      </div>
      <div className={styles.split}>
        <div className={styles.aside}>
          <SummaryAndFix analysis={analysis} />
          {groups?.groups.length !== 0 && (
            <details>
              <summary>By state and module</summary>
              {groups && <GroupList groups={groups} search={search} onChange={onChange} />}
            </details>
          )}
        </div>
        <div className={styles.main}>
          <VirtualList
            query={query}
            what="findings"
            keyOf={({ finding }) => keyOfFinding(finding)}
            isCounted={({ finding }) => !finding.caused_by}
            rowHeight={84}
            empty={<NoFindings analysis={analysis} search={search} />}
          >
            {(row, _index, previous) => (
              <FindingRow
                {...row}
                analysis={analysis.id}
                heading={search.sort === undefined ? headingOf(row.finding, previous?.finding, groups) : undefined}
                open={open}
                onToggle={toggle}
                isChosen={chosen.has(row.finding.fingerprint)}
                onChoose={pick}
              />
            )}
          </VirtualList>
          <SelectedFindings
            chosen={chosen}
            shown={query.data ? rowsOf(query.data).map(({ finding }) => finding) : []}
            onChoose={choose}
          />
        </div>
      </div>
    </>
  );
}
