import type { Member } from '../../base/schema.ts';
import { membersAlong } from '../compare/diff.ts';
import { fieldOf, fields } from '../compare/canonical.ts';
import type { Present, Stage } from '../compare/stage.ts';

const isComputedOnly = (member: Member) =>
  member.role === 'attribute' && member.computed && !member.optional && !member.required;

/**
 * The version counter beside a write-only value that is in use (`secret_string_wo` with `secret_string_wo_version` set) is
 * the only trace that a changed secret leaves, computed-only or not.
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

/** What only the cloud decides moves by itself (clocks, counters, states): information, not drift (ENGINE.md §5.2). */
export const computedOnly: Stage = {
  name: 'computed-only',
  suppress(observed, path) {
    const only = membersAlong(observed.schema, path).some(isComputedOnly);
    return only && !countsWrites(observed, path)
      ? 'only the cloud sets this attribute; nobody can have configured another value'
      : undefined;
  },
};
