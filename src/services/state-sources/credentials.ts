import { AppError } from '../../base/errors.ts';
import type { Given } from '../../sources/contract/kind.ts';
import type { StateSourceRow } from '../../store/queries/state-sources.ts';
import type { Vault } from '../secrets/vault.ts';
import { credentialsOf } from './open.ts';

/** Fields that change; null for one that is taken away. */
export type Changes = Readonly<Record<string, string | null>>;

/** What only narrows the states: it leads the credentials nowhere else. */
const NARROWING = ['prefix'];

const leadsElsewhere = (before: Given, after: Given): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    (name) => !NARROWING.includes(name) && before[name] !== after[name],
  );

/** Nobody sends a secret elsewhere that they do not know. */
const wouldLeave = () =>
  new AppError('invalid_input', 'With these settings the credentials would go elsewhere: give them again.', {
    fields: [{ path: '/credentials', message: 'is required where settings other than the prefix change' }],
  });

/** What is given anew, or what is there, as long as it goes where it went. Throws 422 where it would not. */
export function keptCredentials(
  vault: Vault,
  before: StateSourceRow | undefined,
  { kind, settings, credentials }: { kind: string; settings: Given; credentials: Given | undefined },
): Given {
  if (credentials) return credentials;
  if (!before || before.credential_fields.length === 0) return {};
  if (before.kind === kind && !leadsElsewhere(before.settings, settings)) return credentialsOf(vault, before);
  throw wouldLeave();
}

/** Fields with changes to some of them. */
export const merged = (before: Given, changes: Changes): Given =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((one): one is [string, string] => one[1] !== null),
  );

/** The credentials of a source with changes to some of them. Throws 422 where others than these would go elsewhere with the settings. */
export function mergedCredentials(
  vault: Vault,
  before: StateSourceRow,
  { settings, changes }: { settings: Given; changes: Changes },
): Given {
  const stays = before.credential_fields.some((name) => !Object.hasOwn(changes, name));
  if (stays && leadsElsewhere(before.settings, settings)) throw wouldLeave();
  return merged(stays ? credentialsOf(vault, before) : {}, changes);
}
