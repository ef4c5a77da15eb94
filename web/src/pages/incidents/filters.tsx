import type { components } from '../../api/schema.ts';
import { SEVERITIES } from '../../api/severities.ts';
import type { Narrow } from '../../api/use-narrow.ts';
import { Choice, TextField } from '../../ui/field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { RESOLUTIONS, type IncidentSearch } from './search.ts';
import { RESOLUTION_WORDS } from './words.tsx';

type Props = {
  search: IncidentSearch;
  counts: components['schemas']['IncidentCounts'] | undefined;
  onChange: Narrow<IncidentSearch>;
};

const counted = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${count.toLocaleString('en')})`;

/** What the list of incidents is narrowed by; all of it stands in the address. */
export function IncidentFilters({ search, counts, onChange }: Props) {
  return (
    <Filters label="Incidents">
      <SearchField label="Address or text" value={search.q ?? ''} onSearch={(q) => onChange({ q })} />
      <Choice
        label="Status"
        value={search.status ?? 'open'}
        onChoose={(status) => onChange({ status: status === 'open' ? undefined : status })}
        options={[
          ['open', counted('Open', counts?.open)],
          ['resolved', counted('Resolved', counts?.resolved)],
          ['all', counted('All', counts?.total)],
        ]}
      />
      <Choice
        label="Severity"
        value={search.severity ?? ''}
        onChoose={(severity) => onChange({ severity })}
        options={[['', 'Any'], ...SEVERITIES.map((one) => [one, one] as const)]}
      />
      <Choice
        label="Resolution"
        value={search.resolution ?? ''}
        onChoose={(resolution) =>
          onChange({ resolution, ...(resolution !== '' && search.status === undefined && { status: 'all' }) })
        }
        options={[['', 'Any'], ...RESOLUTIONS.map((one) => [one, RESOLUTION_WORDS[one][0]] as const)]}
      />
      <TextField
        type="date"
        label="Started after"
        value={search.since ?? ''}
        onChange={({ target }) => onChange({ since: target.value })}
      />
    </Filters>
  );
}
