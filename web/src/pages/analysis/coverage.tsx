import { narrowing } from '../../api/search.ts';
import { VerdictBadge, verdictWord } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, Choice, Filters, SearchField } from '../../ui/field.tsx';
import row from '../../ui/list-row.module.css';
import { capital, many, Name } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { isUnderWay } from '../analyses/queries.ts';
import styles from './analysis.module.css';
import { type Analysis, type Coverage, useCoverage, type ViewProps, VERDICTS } from './queries.ts';
import { reasonText } from './reasons.ts';

/** The text in the place of an empty list of gaps. */
function nothingText({ status }: Pick<Analysis, 'status'>): string {
  if (isUnderWay({ status })) return 'None so far: the analysis is still running.';
  if (status === 'failed' || status === 'canceled') return 'Unknown: the analysis ended early.';
  return 'None: every resource in scope was checked.';
}

/** The resources and states that were not checked: they may have drifted. */
function Gaps({ analysis, onChange }: Pick<ViewProps, 'analysis' | 'onChange'>) {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  const gaps = analysis.not_checked;
  if (gaps.length === 0 && states.length === 0)
    return (
      <Section title="Not checked">
        <p>{nothingText(analysis)}</p>
      </Section>
    );
  return (
    <Section title="Not checked" about="These may have drifted: it is not the same as in sync.">
      <ul className={styles.gaps}>
        {gaps.map(({ verdict, reason, count, resources, detail }) => (
          <li key={`${verdict} ${reason}`} className={styles.gap}>
            <div className={styles.told}>
              <VerdictBadge verdict={verdict} />
              <strong>{many(count, 'resource')}</strong>
              <span>{reasonText(verdict, reason)}</span>
              <Button
                label={`Show ${count === 1 ? 'it' : 'them'}`}
                small
                onClick={() => onChange({ verdict, reason: reason ?? undefined, state: undefined })}
              />
            </div>
            <Name block muted text={detail} />
            <Name block muted mono before="For example " text={resources[0]} />
          </li>
        ))}
        {states.length > 0 && (
          <li className={styles.gap}>
            <p>
              <strong>{many(states.length, 'whole state')}</strong> could not be read: see “States”.
            </p>
          </li>
        )}
      </ul>
    </Section>
  );
}

function CoverageRow({ one }: { one: Coverage }) {
  const { resource, state_key: state, verdict, reason, detail, ignored_by: rules = [] } = one;
  const why = reasonText(verdict, reason ?? null);
  return (
    <article className={styles.covered}>
      <VerdictBadge verdict={verdict} />
      <div className={styles.what}>
        <Name mono text={resource} />
        {(why !== '' || detail !== undefined) && (
          <span className={row.summary}>
            {why}
            <Name before={why !== '' && ': '} text={detail} />
          </span>
        )}
        {rules.length > 0 && (
          <span className={row.summary}>
            <Name mono before="by the ignore rule " text={rules.map(({ id }) => id).join(', ')} />
          </span>
        )}
      </div>
      <Name muted mono line text={state} />
    </article>
  );
}

/** The verdicts on all instances; instances that were not checked come first. */
export function CoverageView({ analysis, search, onChange }: ViewProps) {
  const query = useCoverage(analysis.id, search);
  const { counts } = analysis;
  return (
    <>
      <Gaps analysis={analysis} onChange={onChange} />
      <Filters label="Coverage">
        <SearchField {...narrowing(search, onChange).text('q')} label="Address, type or text" />
        <Choice
          label="Verdict"
          value={search.verdict ?? ''}
          onChoose={(verdict) => onChange({ verdict, reason: undefined })}
          options={[
            ['', `Any (${(counts.resources ?? 0).toLocaleString('en')})`],
            ...VERDICTS.map(
              (one) => [one, `${capital(verdictWord(one))} (${(counts[one] ?? 0).toLocaleString('en')})`] as const,
            ),
          ]}
        />
      </Filters>
      <Chosen search={search} onChange={onChange} />
      <VirtualList
        query={query}
        what="verdicts"
        keyOf={({ state_key: state, resource }) => `${state}\n${resource}`}
        rowHeight={48}
        empty={<Empty title="No matching resources">Remove a filter.</Empty>}
      >
        {(one) => <CoverageRow one={one} />}
      </VirtualList>
    </>
  );
}

/** Chips for the filters that have no field. */
export function Chosen({ search, onChange }: Pick<ViewProps, 'search' | 'onChange'>) {
  const { chip } = narrowing(search, onChange);
  if (search.state === undefined && search.reason === undefined) return null;
  return (
    <div className={styles.told}>
      <Chip {...chip('state')} word="Only" />
      <Chip {...chip('reason')} word="Only" />
    </div>
  );
}
