import { useParams, useSearch } from '@tanstack/react-router';
import { SEVERITIES } from '../../api/severities.ts';
import { isNarrowed, narrowing, useNarrow } from '../../api/search.ts';
import { useWhenRead } from '../../api/use-when-read.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { among, anyOf, Chip, Choice, Filters, SearchField } from '../../ui/field.tsx';
import { Empty, rowsOf } from '../../ui/notes.tsx';
import { SaveCsv } from '../../ui/save-csv.tsx';
import { Selection, useSelection } from '../../ui/selection.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ImportButton } from './import.tsx';
import styles from './inventory.module.css';
import {
  csvOf,
  importable,
  type Inventory,
  type InventorySearch,
  type UnmanagedObject,
  useObjects,
} from './queries.ts';
import { ObjectRow } from './row.tsx';
import { CLASS_OPTIONS, titleOf } from './words.ts';

const SORTS = [
  ['', 'Worst first'],
  ['newest', 'Newest first'],
  ['type', 'By type'],
] as const;

const valuesOf = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((one) => one !== null))].toSorted();

function ObjectFilters({ inventory: { coverage }, search }: { inventory: Inventory; search: InventorySearch }) {
  const { choice, text } = narrowing(search, useNarrow<InventorySearch>({ resetScroll: false }));
  return (
    <Filters label="Objects">
      <SearchField {...text('q')} label="Name, type, tag or owner" />
      <Choice {...choice('class')} label="Class" options={CLASS_OPTIONS} />
      <Choice {...choice('severity')} label="Severity" options={anyOf(SEVERITIES)} />
      <Choice
        {...choice('service')}
        label="Service"
        options={among(valuesOf(coverage.map(({ service }) => service)), search.service)}
      />
      <Choice
        {...choice('account')}
        label="Account"
        options={among(valuesOf(coverage.map(({ account_id: account }) => account)), search.account)}
      />
      <Choice
        {...choice('region')}
        label="Region"
        options={among(valuesOf(coverage.map(({ region }) => region)), search.region)}
      />
      <Choice
        {...choice('seen')}
        label="First found"
        options={[
          ['', 'Any time'],
          ['new', 'After the first inventory'],
          ['before', 'In the first inventory'],
        ]}
      />
      <Choice {...choice('sort')} label="Sort" options={SORTS} />
    </Filters>
  );
}

/** The text in the place of an empty list: never more certain than what was listed. */
function NoObjects({ search, inventory: { latest } }: { search: InventorySearch; inventory: Inventory }) {
  if (isNarrowed(search, 'view', 'by', 'sort'))
    return <Empty title="No matching objects">Remove a filter, or choose another class.</Empty>;
  return latest?.at_least === true ? (
    <Empty title="Nothing unmanaged in what was listed">“Not listed” says what could not be, and why.</Empty>
  ) : (
    <Empty title="Nothing unmanaged">Every object that was listed is in a state, or is not yours to manage.</Empty>
  );
}

const idOf = ({ id }: UnmanagedObject) => id;
const lineOf = (one: UnmanagedObject) => `${one.severity}\t${one.type}\t${titleOf(one)}\t${one.cloud_id}`;

/** The objects that no state has, with filters, and what can be done with several at once. */
export function ObjectList({ inventory }: { inventory: Inventory }) {
  const search = useSearch({ from: '/signed-in/o/$org/inventory' });
  const { org } = useParams({ from: '/signed-in/o/$org/inventory' });
  const { chip } = narrowing(search, useNarrow<InventorySearch>({ resetScroll: false }));
  const query = useObjects(search);
  const { chosen, toggle, choose } = useSelection(idOf);
  const ended = inventory.latest?.finished_at ?? undefined;
  const endedThen = useWhenRead(query.dataUpdatedAt, ended);
  const isOld = endedThen !== undefined && ended !== undefined && endedThen !== ended;
  const filters = importable(search);
  return (
    <>
      <ObjectFilters inventory={inventory} search={search} />
      <div className={styles.line}>
        <span className={styles.actions}>
          <Chip {...chip('type')} word="Type" />
          <Chip {...chip('owner')} word="Owner" />
          <Chip {...chip('ignored')}>ignored</Chip>
          <Chip {...chip('status')}>gone</Chip>
        </span>
        <span role="status">
          {isOld && <Button label="New results. Refresh" small onClick={() => void query.refetch()} />}
        </span>
        <span className={styles.actions}>
          {filters && <ImportButton label="Import all that fit…" ask={{ filters }} />}
          <SaveCsv name="unmanaged.csv" load={(api) => csvOf(api, org, search)} />
        </span>
      </div>
      <VirtualList
        query={query}
        what="objects"
        keyOf={idOf}
        rowHeight={92}
        empty={<NoObjects search={search} inventory={inventory} />}
      >
        {(object) => <ObjectRow object={object} isChosen={chosen.has(object.id)} onChoose={toggle} />}
      </VirtualList>
      <Selection what="object" chosen={chosen} shown={query.data ? rowsOf(query.data) : []} onChoose={choose}>
        <ImportButton label="Import…" ask={{ objects: [...chosen.keys()] }} />
        <CopyButton text={[...chosen.values()].map(lineOf).join('\n')} />
      </Selection>
    </>
  );
}
