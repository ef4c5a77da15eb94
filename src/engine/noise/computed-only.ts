import type { SchemaNode } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import { membersAlong } from '../value/diff.ts';
import type { Present, Stage } from '../compare/observed.ts';
import { isComputedOnly } from '../model/flags.ts';
import { sameElements } from './same-elements.ts';

/**
 * True if the path is the version counter of a write-only value in use (`secret_string_wo` with
 * `secret_string_wo_version` set): the only trace that a changed secret leaves, computed-only or not.
 */
function countsWrites({ schema, outcome }: Present, path: readonly (string | number)[]): boolean {
  const [name] = path;
  if (path.length !== 1 || typeof name !== 'string' || !/(^|_)version$/.test(name)) return false;
  if (schema.members[name]?.node.kind !== 'number') return false;
  const before = fields(outcome.before);
  return Object.entries(schema.members).some(
    ([other, member]) =>
      member.role === 'attribute' && member.writeOnly && fieldOf(before, `${other}_version`) !== null,
  );
}

/**
 * Computed-only attributes that are the only readable trace of a setting: the MinIO provider writes `disable_user` and
 * reads `status` (`minioReadUser`). Without them a user who was disabled by hand would go unnoticed.
 */
const SHOWS_A_SETTING: ReadonlySet<string> = new Set(['minio_iam_user.status']);

const showsASetting = ({ instance }: Present, path: Path): boolean =>
  path.length === 1 && SHOWS_A_SETTING.has(`${instance.type}.${path[0]}`);

/** Removes computed-only attributes from a value. */
function settable(node: SchemaNode, value: Value): Value {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return node.kind === 'list' || node.kind === 'set' ? value.map((one) => settable(node.element, one)) : value;
  if (node.kind === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settable(node.element, one)]));
  if (node.kind !== 'object') return value;
  const kept = Object.entries(node.members).filter(([, member]) => !isComputedOnly(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, settable(member.node, fieldOf(fields(value), name))]));
}

/** Computed-only attributes change by themselves (clocks, counters, statuses): they are not drift. */
export const computedOnly: Stage = {
  name: 'computed-only',
  suppress(observed, path) {
    if (membersAlong(observed.schema, path).some(isComputedOnly))
      return countsWrites(observed, path) || showsASetting(observed, path)
        ? undefined
        : { why: 'only the cloud sets this attribute; nobody can have configured another value' };
    return sameElements(observed, path, settable)
      ? { why: 'its elements differ only in attributes that the cloud sets' }
      : undefined;
  },
};
