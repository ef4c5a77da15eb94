import { AppError } from '../../base/errors.ts';
import type { Given } from '../../sources/contract/kind.ts';
import type { StateSourceRow } from '../../store/queries/state-sources.ts';
import type { Vault } from '../secrets/vault.ts';
import { credentialsOf } from './open.ts';

/** Changed fields; null removes a field. */
export type Changes = Readonly<Record<string, string | null>>;

/** Settings that only narrow the states: the credentials still go to the same server. */
const NARROWING = ['prefix'];

const leadsElsewhere = (before: Given, after: Given): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].some(
    (name) => !NARROWING.includes(name) && before[name] !== after[name],
  );

/** Otherwise a caller could send a secret that they do not know to a server of their choice. */
const wouldLeave = () =>
  new AppError('invalid_input', 'With these settings the credentials would go elsewhere: give them again.', {
    fields: [{ path: '/credentials', message: 'is required where settings other than the prefix change' }],
  });

/** The credentials of the request, else the stored ones. Throws 422 if the stored ones would go to another server. */
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

/** Fields after changes to some of them. */
export const merged = (before: Given, changes: Changes): Given =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((one): one is [string, string] => one[1] !== null),
  );

/**
 * The credentials of a source after changes to some of them. Throws 422 if unchanged ones would go to another server
 * with the new settings.
 */
export function mergedCredentials(
  vault: Vault,
  before: StateSourceRow,
  { settings, changes }: { settings: Given; changes: Changes },
): Given {
  const stays = before.credential_fields.some((name) => !Object.hasOwn(changes, name));
  if (stays && leadsElsewhere(before.settings, settings)) throw wouldLeave();
  return merged(stays ? credentialsOf(vault, before) : {}, changes);
}
