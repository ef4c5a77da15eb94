import { narrowing } from '../../api/search.ts';
import { type Verdict, VerdictBadge, verdictWord } from '../../ui/badge.tsx';
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

const REASONS: Readonly<Record<string, string>> = {
  denied: 'access was denied',
  throttled: 'the service was throttling',
  timeout: 'no answer in time',
  canceled: 'the read was canceled',
  credentials_expired: 'the credentials expired',
  credentials_rejected: 'the credentials were rejected',
  settings_missing: 'its provider has no settings',
  external_id_not_required: 'the role of its account can be assumed without the external id',
  region_disabled: 'the region is not enabled',
  secret_values_off: 'comparing secret values is off',
  unknown_endpoint: 'Plumbline does not know the endpoint',
  refused: 'reading it needs a write',
  unreachable: 'the service could not be reached',
  unavailable: 'the service is unavailable',
  provider_error: 'the provider reported an error',
  no_provider: 'there is no provider to read it with',
  provider_not_allowed: 'its provider may not run here',
  unknown_type: 'the provider does not know the type',
  schema_too_new: 'the state was written by a newer provider',
  state_moved: 'the state changed during the check',
  data_source: 'a data source',
  ignored: 'an ignore rule hides it',
};

export function reasonText(verdict: Verdict, reason: string | null): string {
  if (verdict === 'suspect') return 'deletion not confirmed';
  if (reason === null) return '';
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}

/** Why no gap is shown. */
function nothingText({ status }: Pick<Analysis, 'status'>): string {
  if (isUnderWay({ status })) return 'None so far: the analysis is still running.';
  if (status === 'failed' || status === 'canceled') return 'Unknown: the analysis ended early.';
  return 'None: every resource in scope was checked.';
}

/** The resources and states that were not checked: they may have drifted. */
function Gaps({ analysis, onChange }: Pick<ViewProps, 'analysis' | 'onChange'>) {
  const states = analysis.states.filter(({ status }) => status === 'unreadable');
  const gaps = analysis.not_looked_at;
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
  return (
    <article className={styles.covered}>
      <VerdictBadge verdict={verdict} />
      <div className={styles.what}>
        <Name mono text={resource} />
        {(reason !== undefined || detail !== undefined) && (
          <span className={row.summary}>
            {reason !== undefined && reasonText(verdict, reason)}
            <Name before={reason !== undefined && ': '} text={detail} />
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

/** The verdict on every instance, those that were not checked first. */
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

/** The filters that no field shows. */
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
