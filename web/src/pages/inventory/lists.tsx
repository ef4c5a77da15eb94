import { Link, useSearch } from '@tanstack/react-router';
import { narrowing, useNarrow } from '../../api/search.ts';
import { Chip } from '../../ui/field.tsx';
import row from '../../ui/list-row.module.css';
import { Empty } from '../../ui/notes.tsx';
import { Name } from '../../ui/text.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './inventory.module.css';
import { type InventoryListing, type InventorySearch, useListings } from './queries.ts';
import { REASON_WORDS } from './words.ts';

function ListingRow({ one }: { one: InventoryListing }) {
  const { type, service, reason, detail, account_id: account, region } = one;
  return (
    <article className={styles.list}>
      <h2 className={styles.name}>
        <Name mono text={type === '*' ? `all of ${service}` : type} />
      </h2>
      <div className={row.what}>
        <strong>{REASON_WORDS[reason ?? ''] ?? reason}</strong>
        <Name block muted text={detail} />
      </div>
      <p className={row.where}>
        <Name text={account} />
        <Name text={region} />
      </p>
    </article>
  );
}

/** The types that were not listed, with the reason: there may be unmanaged objects of them. */
export function Lists() {
  const search = useSearch({ from: '/signed-in/o/$org/inventory' });
  const narrow = useNarrow<InventorySearch>({ resetScroll: false });
  const { chip } = narrowing(search, narrow);
  const query = useListings(search);
  return (
    <>
      <p className={styles.muted}>
        There may be unmanaged objects of these types. A list counts as complete only if it has every managed resource
        of its type that was just read.
      </p>
      <div className={styles.actions}>
        <Chip {...chip('service')} word="Service" />
        <Chip {...chip('account')} word="Account" />
        <Chip {...chip('region')} word="Region" />
      </div>
      <VirtualList
        query={query}
        what="lists"
        keyOf={({ type, account_id: account, region }) => `${type}\n${account}\n${region}`}
        rowHeight={64}
        empty={
          <Empty title="Everything was listed">
            <Link to="/o/$org/inventory" from="/o/$org" search={{}}>
              View objects
            </Link>
          </Empty>
        }
      >
        {(one) => <ListingRow one={one} />}
      </VirtualList>
    </>
  );
}
