import type { Narrow } from '../../api/use-narrow.ts';
import { statusWord } from '../../ui/badge.tsx';
import { Choice } from '../../ui/field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { capital } from '../../ui/words.ts';
import { NO_REPOSITORY, RepositoryChoice } from '../repositories/repository-choice.tsx';
import { STATUSES, TRIGGERS, WITHIN, type AnalysesSearch } from './search.ts';
import { AT_LEAST, TRIGGER_WORDS } from './words.ts';

type Props = {
  search: AnalysesSearch;
  onChange: Narrow<AnalysesSearch>;
};

/** What the list of analyses is narrowed by; all of it stands in the address. */
export function AnalysisFilters({ search, onChange }: Props) {
  return (
    <Filters label="Analyses">
      <RepositoryChoice
        label="Repository"
        value={search.repo ?? NO_REPOSITORY}
        none="Any"
        onChoose={(repo) => onChange({ repo })}
      />
      <Choice
        label="Status"
        value={search.status ?? ''}
        onChoose={(status) => onChange({ status })}
        options={[['', 'Any'], ...STATUSES.map((one) => [one, capital(statusWord(one))] as const)]}
      />
      <Choice
        label="Worst drift"
        value={search.severity ?? ''}
        onChoose={(severity) => onChange({ severity })}
        options={AT_LEAST}
      />
      <Choice
        label="Trigger"
        value={search.trigger ?? ''}
        onChoose={(trigger) => onChange({ trigger })}
        options={[['', 'Any'], ...TRIGGERS.map((one) => [one, TRIGGER_WORDS[one]] as const)]}
      />
      <Choice
        label="Period"
        value={search.within ?? ''}
        onChoose={(within) => onChange({ within })}
        options={[
          ['', 'Any time'],
          ...WITHIN.map((days) => [days, days === '1' ? 'Within a day' : `Within ${days} days`] as const),
        ]}
      />
    </Filters>
  );
}
