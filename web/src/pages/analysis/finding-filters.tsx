import type { Narrow } from '../../api/search.ts';
import { narrowing } from '../../api/search.ts';
import { among, Choice, Filters, SearchField } from '../../ui/field.tsx';
import { AT_LEAST } from '../analyses/words.ts';
import { RepositoryChoice } from '../repositories/repository-choice.tsx';
import type { AnalysisSearch, Groups } from './queries.ts';

type Props = { search: AnalysisSearch; onChange: Narrow<AnalysisSearch>; groups: Groups | undefined };

const ORDERS = [
  ['', 'Worst first'],
  ['address', 'Address'],
  ['newest', 'Newest first'],
] as const;

/** Filters and sort order of findings. The URL holds all of them. */
export function FindingFilters({ search, onChange, groups }: Props) {
  const { choice, text } = narrowing(search, onChange);
  const counted = (word: string, count: number | undefined) =>
    count === undefined || search.kind !== undefined ? word : `${word} (${count.toLocaleString('en')})`;
  return (
    <Filters label="Findings">
      <SearchField {...text('q')} label="Address, type or text" />
      <Choice {...choice('severity')} label="Severity" options={AT_LEAST} />
      <Choice
        {...choice('kind')}
        label="Change type"
        options={[
          ['', 'Any'],
          ['changed', counted('Changed', groups && groups.kinds.changed - groups.following)],
          ['deleted', counted('Deleted', groups?.kinds.deleted)],
        ]}
      />
      <Choice {...choice('type')} label="Type" options={among(groups?.types, search.type)} />
      <Choice {...choice('account')} label="Account" options={among(groups?.accounts, search.account)} />
      <Choice {...choice('region')} label="Region" options={among(groups?.regions, search.region)} />
      <Choice
        {...choice('seen')}
        label="First found"
        options={[
          ['', 'Any time'],
          ['new', 'New since the last analysis'],
          ['before', 'Before'],
        ]}
      />
      <RepositoryChoice {...choice('repo')} label="Repository" none="Any" />
      <Choice {...choice('sort')} label="Sort" options={ORDERS} />
    </Filters>
  );
}
