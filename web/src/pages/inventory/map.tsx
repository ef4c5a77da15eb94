import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNarrow } from '../../api/search.ts';
import { Badge, type Sign } from '../../ui/badge.tsx';
import { useFew } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { capital, many, Name } from '../../ui/text.tsx';
import { type CellLinkProps, Treemap } from '../../ui/treemap.tsx';
import styles from './inventory.module.css';
import { type InventoryCoverage as Coverage, type InventorySearch, MAP_KINDS } from './queries.ts';
import { percent } from './words.ts';

const FEW_ROWS = 20;

type By = (typeof MAP_KINDS)[number];

const openOf = ({ added, unmanaged }: Coverage) => added + unmanaged;
const sizeOf = (cell: Coverage) =>
  cell.managed + cell.unproven + openOf(cell) + cell.waiting + cell.owned + cell.follows + cell.provided;

/** A service of which not everything was listed never has the colour of one that is wholly managed. */
function signOf(cell: Coverage): Sign {
  if (cell.added > 0) return ['high', 'high', `${cell.added.toLocaleString('en')} added`];
  if (cell.unmanaged > 0) return ['medium', 'medium', `${cell.unmanaged.toLocaleString('en')} unmanaged`];
  if (cell.not_listed > 0) return ['unknown', 'unknown', 'not all listed'];
  return ['good', 'good', 'all managed'];
}

const placeText = (cell: Coverage, by: By): string =>
  (by === 'account' ? cell.account_id : cell.region) ?? (by === 'account' ? 'No account' : 'No region');

function CellLink({ cell, ...rest }: { cell: Coverage } & CellLinkProps) {
  const search: InventorySearch = {
    service: cell.service,
    ...(cell.account_id !== null && { account: cell.account_id }),
    ...(cell.region !== null && { region: cell.region }),
    ...(openOf(cell) === 0 && (cell.not_listed > 0 ? { view: 'lists' as const } : { class: 'all' as const })),
  };
  return (
    <Link {...rest} to="/o/$org/inventory" from="/o/$org" search={search} resetScroll={false}>
      <Name line text={cell.service} />
    </Link>
  );
}

/** `4 added, 2 unmanaged of 31; 1 type not listed`. */
function countText(cell: Coverage): string {
  const open = [
    cell.added > 0 && `${cell.added.toLocaleString('en')} added`,
    cell.unmanaged > 0 && `${cell.unmanaged.toLocaleString('en')} unmanaged`,
  ].filter((one) => one !== false);
  const missing = cell.not_listed > 0 ? `; ${many(cell.not_listed, 'type')} not listed` : '';
  return `${open.length > 0 ? `${open.join(', ')} of ` : ''}${many(sizeOf(cell), 'object')}${missing}`;
}

const keyOf = ({ service, account_id: account, region }: Coverage) => `${service}\n${account}\n${region}`;

function Picture({ coverage, by }: { coverage: readonly Coverage[]; by: By }) {
  const cells = useMemo(
    () =>
      coverage
        .toSorted((a, b) => sizeOf(b) - sizeOf(a))
        .map((cell) => {
          const sign = signOf(cell);
          return {
            id: keyOf(cell),
            group: placeText(cell, by),
            size: sizeOf(cell),
            sign,
            name: cell.service,
            note: sign[2],
            cell,
          };
        }),
    [coverage, by],
  );
  return (
    <Treemap
      cells={cells}
      legend="Orange: added to managed resources. Yellow: unmanaged. Grey: not everything was listed. Size: objects."
      about={({ cell }) => (
        <>
          <Name text={cell.service} /> <Name before="· " text={by === 'account' ? cell.region : cell.account_id} /> ·{' '}
          {countText(cell)}
        </>
      )}
      link={({ cell }, rest) => <CellLink cell={cell} {...rest} />}
    />
  );
}

function CoverageTable({ coverage }: { coverage: readonly Coverage[] }) {
  const [shown, more] = useFew(
    coverage.toSorted((a, b) => b.added - a.added || b.unmanaged - a.unmanaged || sizeOf(b) - sizeOf(a)),
    FEW_ROWS,
  );
  return (
    <details>
      <summary>Table</summary>
      <Table
        caption="Services by account and region, those with most unmanaged objects first"
        rows={shown}
        keyOf={keyOf}
        columns={[
          { head: 'Service', cell: (cell) => <CellLink cell={cell} /> },
          { head: 'Account', cell: ({ account_id: account }) => <Name text={account} /> },
          { head: 'Region', cell: ({ region }) => <Name text={region} /> },
          { head: 'Result', cell: (cell) => <Badge sign={signOf(cell)} /> },
          { head: 'Managed', number: true, cell: ({ share_managed: share }) => (share === null ? '' : percent(share)) },
          { head: 'Objects', number: true, cell: (cell) => sizeOf(cell).toLocaleString('en') },
          { head: 'Types not listed', number: true, cell: ({ not_listed: missing }) => missing.toLocaleString('en') },
        ]}
      />
      {more}
    </details>
  );
}

/** The services that were listed as a treemap, by account or region. */
export function CoverageMap({ coverage }: { coverage: readonly Coverage[] }) {
  const { by = 'account' } = useSearch({ from: '/signed-in/o/$org/inventory' });
  const narrow = useNarrow<InventorySearch>({ resetScroll: false });
  const services = new Set(coverage.map(({ service }) => service)).size;
  // Services that nothing is kept in would only fill the table.
  const used = coverage.filter((cell) => sizeOf(cell) + cell.not_listed > 0);
  if (used.length === 0) return null;
  return (
    <Section
      title={many(services, 'service')}
      actions={
        <div className={styles.by}>
          <Choice
            label="By"
            value={by}
            onChoose={(chosen) => narrow({ by: chosen === 'account' ? undefined : chosen })}
            options={MAP_KINDS.map((one) => [one, capital(one)] as const)}
          />
        </div>
      }
    >
      <Picture coverage={used} by={by} />
      <CoverageTable coverage={used} />
    </Section>
  );
}
