import { fields } from '../../value/canonical.ts';
import { elementField, type Subject } from './subject.ts';

const ATTRIBUTES = [
  'create_date',
  'creation_date',
  'created_date',
  'created_at',
  'created_time',
  'creation_time',
  'launch_time',
  'creation_timestamp',
  'create_time',
];
const ELEMENT_FIELDS = [
  'createdate',
  'creationdate',
  'createddate',
  'createdat',
  'createdtime',
  'creationtime',
  'launchtime',
  'createtime',
  'createdtimestamp',
  'creationtimestamp',
  'creationdatetime',
  'instancecreatetime',
  'clustercreatetime',
  'starttime',
];

const EARLIEST = Date.UTC(2006, 0, 1);
const LATEST_AHEAD_MS = 86_400_000;

/**
 * Parses a time as services write it: RFC 3339, or seconds or milliseconds since 1970. Undefined for a time before AWS
 * existed (2006), or more than a day in the future.
 */
function momentOf(value: unknown, now: Date): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const isText = typeof value === 'string' && !/^\d{10}(\.\d+)?$|^\d{13}$/.test(value);
  const number = isText ? Date.parse(value) : Number(value);
  const time = isText || number > 1e11 ? number : number * 1000;
  return time >= EARLIEST && time <= now.getTime() + LATEST_AHEAD_MS ? new Date(time) : undefined;
}

/** The creation time of an object, if its attributes or the list's element contain it. */
export function createdAt(
  { candidate: { element }, live }: Pick<Subject, 'candidate' | 'live'>,
  now: Date,
): Date | undefined {
  const own = fields(live);
  const moments = [...ATTRIBUTES.map((one) => own[one]), ...ELEMENT_FIELDS.map((one) => elementField(element, one))];
  return moments.map((one) => momentOf(one, now)).find((one) => one !== undefined);
}

/**
 * A running apply creates objects before it writes its state, so they are in no state for a while. An object that is
 * younger than the state's lock, or than an hour without a lock, waits for the next inventory.
 */
export const isYoung = (created: Date | undefined, since: Date): boolean => created !== undefined && created >= since;
