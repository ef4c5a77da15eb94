import { fields } from '../../value/canonical.ts';
import { answered, type Subject } from './subject.ts';

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
const ANSWERS = [
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

/** A moment as a service may write it: RFC 3339, or seconds or milliseconds since 1970. Undefined for anything before AWS, and for the future. */
function momentOf(value: unknown, now: Date): Date | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{10}(\.\d+)?$|^\d{13}$/.test(value)
        ? Number(value)
        : undefined;
  const time =
    number === undefined
      ? typeof value === 'string'
        ? Date.parse(value)
        : Number.NaN
      : number > 1e11
        ? number
        : number * 1000;
  return time >= EARLIEST && time <= now.getTime() + LATEST_AHEAD_MS ? new Date(time) : undefined;
}

/** When an object was made, where the object or the list's answer tells it. */
export function createdAt(
  { candidate: { element }, live }: Pick<Subject, 'candidate' | 'live'>,
  now: Date,
): Date | undefined {
  const own = fields(live);
  const moments = [...ATTRIBUTES.map((one) => own[one]), ...ANSWERS.map((one) => answered(element, one))];
  return moments.map((one) => momentOf(one, now)).find((one) => one !== undefined);
}

/**
 * An apply that is under way makes objects before it writes its state: they are in no state for a while, and soon will be. So whatever is younger
 * than the state's lock, or than an hour where no lock says more, waits for the next inventory.
 */
export const isYoung = (created: Date | undefined, since: Date): boolean => created !== undefined && created >= since;
