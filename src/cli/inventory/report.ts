import { counted } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import {
  NO_FAILURES,
  OBJECT_CLASSES,
  OPEN_CLASSES,
  type Inventory,
  type InventoryListing,
  type ObjectClass,
  type UnmanagedObject,
} from '../../engine/model/inventory.ts';
import { present } from '../../texts/present.ts';
import { fits, wrap } from '../../texts/width.ts';
import { shellWord } from '../terminal/shell-words.ts';
import { painter, SEVERITY_COLORS, type Layout, type Paint } from '../report/terminal.ts';

/** Lists that failed or are not reliable: more objects of these types may exist. */
export const failedLists = ({ listings }: Inventory): InventoryListing[] =>
  listings.filter(({ state, reason = '' }) => state === 'not_listed' && !NO_FAILURES.has(reason));

/** True if no list was read at all, as for a pattern that matches no type. Then "nothing found" proves nothing. */
export const isBlind = ({ listings }: Inventory): boolean =>
  !listings.some(({ state, reason }) => state === 'listed' || reason === 'not_in_use');

export const openObjects = ({ objects }: Inventory): UnmanagedObject[] =>
  objects.filter((one) => OPEN_CLASSES.includes(one.class));

/** The name of each class in the counts. */
const CLASS_NAMES: Readonly<Record<ObjectClass, string>> = {
  added: 'added to managed resources',
  unmanaged: 'unmanaged',
  waiting: 'too young to tell',
  owned: 'owned by other tools',
  follows: 'parts of unmanaged objects',
  provided: 'provided by the cloud',
};

const sumOf = (listings: readonly InventoryListing[], name: ObjectClass | 'managed') =>
  listings.reduce((sum, one) => sum + one[name], 0);

const ALL_MANAGED = 'Nothing unmanaged';

function headline(inventory: Inventory): string {
  const open = openObjects(inventory);
  const gaps = failedLists(inventory).length + inventory.unproven.length;
  const most = inventory.unread_states.length > 0 ? 'at most ' : gaps > 0 ? 'at least ' : '';
  if (open.length > 0) return `${most}${counted(open.length, 'object')} in no state`.replace(/^a/, 'A');
  if (isBlind(inventory)) return 'Nothing was listed';
  return most === '' ? ALL_MANAGED : 'Nothing unmanaged in what could be listed';
}

function countsLine({ listings }: Inventory): string {
  const managed = sumOf(listings, 'managed');
  const all = managed + OPEN_CLASSES.reduce((sum, name) => sum + sumOf(listings, name), 0);
  const share = all === 0 ? '' : ` (${Math.floor((100 * managed) / all)} %)`;
  const others = OBJECT_CLASSES.flatMap((name) => {
    const n = sumOf(listings, name);
    return n === 0 ? [] : [`${n.toLocaleString('en-US')} ${CLASS_NAMES[name]}`];
  });
  return [`${managed.toLocaleString('en-US')} managed${share}`, ...others].join(', ');
}

const INNER = '      ';
const BADGES = 23;

function objectLines(one: UnmanagedObject, width: number, paint: Paint): string[] {
  const { parent, owner, region, account_id: account, tags } = one;
  const own = one.name ?? ('id' in one.import ? one.import.id : one.cloud_id);
  const title = visible(`${one.type} ${own}`);
  const badges = `  ${paint(SEVERITY_COLORS[one.severity], one.severity.toUpperCase().padEnd(9))} ${one.class.padEnd(10)}`;
  const first = fits(title, width - BADGES)
    ? [`${badges} ${paint('bold', title)}`]
    : [badges, ...wrap(title, width - INNER.length).map((line) => INNER + paint('bold', line))];
  const part = parent && `part of ${parent.resource ?? `${parent.type} ${parent.id}`}`;
  const id = own === one.cloud_id ? undefined : one.cloud_id;
  const named = Object.entries(tags)
    .slice(0, 4)
    .map(([key, text]) => `${key}=${text}`);
  const place = present(region, account, part, owner, one.created_at && `created ${one.created_at.slice(0, 10)}`).join(
    ' · ',
  );
  const dim = (text: string | undefined) =>
    text === undefined || text === ''
      ? []
      : wrap(visible(text), width - INNER.length).map((line) => paint('dim', INNER + line));
  return [
    ...first,
    ...dim(id),
    ...dim(place),
    ...wrap(visible(one.severity_reason), width - INNER.length).map((line) => INNER + line),
    ...dim(named.join(' ')),
  ];
}

function notListedLines(listings: readonly InventoryListing[], width: number): string[] {
  return listings.flatMap(({ type, region, account_id: account, detail, reason = '' }) => {
    const where = present(region, account).join(' · ');
    const name = type === '*' ? 'Everything' : type;
    return [
      `  ${visible(name)}${where === '' ? '' : ` (${where})`}`,
      ...wrap(visible(detail ?? reason), width - 4).map((line) => `    ${line}`),
    ];
  });
}

/** The types that no list is known of, by the reason. */
function noListLines({ listings }: Inventory, width: number): string[] {
  const without = listings.filter(({ reason }) => reason === 'no_list');
  return [...Map.groupBy(without, ({ detail = '' }) => detail)].flatMap(([detail, some]) => [
    ...wrap(visible([...new Set(some.map(({ type }) => type))].join(', ')), width - 2).map((line) => `  ${line}`),
    ...wrap(visible(detail), width - 4).map((line) => `    ${line}`),
  ]);
}

/**
 * `isWhole`: also objects that nobody has to decide about. `target`: the states as they were named, for the command that
 * imports the objects; undefined for those of this directory.
 */
export type Shown = { isWhole: boolean; target: string | undefined };

/**
 * An inventory for a person: the counts, then the objects with the worst first, then the types that are not listed.
 */
export function inventoryReport(inventory: Inventory, { width, color }: Layout, { isWhole, target }: Shown): string {
  const paint = painter(color);
  const shown = isWhole ? inventory.objects : openObjects(inventory);
  const failed = failedLists(inventory);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines];
  const indented = (text: string) => wrap(visible(text), width - 2).map((line) => `  ${line}`);
  return [
    paint(headline(inventory) === ALL_MANAGED ? ['bold', 'green'] : ['bold', 'yellow'], headline(inventory)),
    ...wrap(countsLine(inventory), width),
    ...shown.flatMap((one) => ['', ...objectLines(one, width, paint)]),
    ...section('Not listed (there may be more)', notListedLines(failed, width)),
    ...section(
      'States that could not be read (what they manage may be among these)',
      inventory.unread_states.flatMap(indented),
    ),
    ...section(
      'Not proven to be what their lists say',
      inventory.unproven.flatMap(({ type, cloud_id: id, detail }) => [
        ...indented(`${type} ${id}`),
        ...wrap(visible(detail), width - 4).map((line) => `    ${line}`),
      ]),
    ),
    ...section('Types without a list', noListLines(inventory, width)),
    ...(openObjects(inventory).length > 0
      ? section(
          'Next',
          indented(
            `plumbline import --all -o imported${target === undefined ? '' : ` ${shellWord(target)}`}: writes them as configuration, with import blocks`,
          ),
        )
      : []),
    '',
  ].join('\n');
}
