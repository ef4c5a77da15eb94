import { AppError } from '../../base/errors.ts';
import { MAX_PATTERNS, MAX_PATTERNS_PER_REPOSITORY } from '../../engine/mapping/pattern-index.ts';
import type { AcceptedClaimRow, NewAcceptedClaim } from '../../store/queries/accepted-claims.ts';
import { listStateKeys } from '../../store/queries/states.ts';
import type { Tenant } from '../../store/scope.ts';
import {
  mappingFrom,
  ownerOf,
  readAccepted,
  readSources,
  sourcesVersion,
  type Mapping,
  type OwnershipSources,
} from '../ownership/mapping.ts';
import { pick } from '../base/present.ts';
import { allPlaces, placeOf, type Places } from '../ownership/places.ts';
import type { OverStates } from '../ownership/over-states.ts';
import { checkClaims, withoutOthers, type CheckedClaim } from './check-claims.ts';

/** A state whose owner changes. */
export type OwnerChange = { key: string; before: Owner; after: Owner };
type Owner = ReturnType<typeof ownerIn>;

const named = (some: readonly CheckedClaim[]) =>
  some
    .slice(0, 3)
    .map(({ claim, full_name: name }) => `${claim.key} (${name})`)
    .join(', ') + (some.length > 3 ? ` and ${some.length - 3} more` : '');

/** Selects the claims to accept. Throws 409 for claims that are no longer made, and for states with an owner. */
function chosenOf(checked: readonly CheckedClaim[], ids: readonly string[], takeOver: boolean): CheckedClaim[] {
  const byId = new Map(checked.map((one) => [one.id, one]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  const missing = ids.length - found.length;
  if (missing > 0)
    throw new AppError(
      'conflict',
      `${missing} of these claims ${missing === 1 ? 'is' : 'are'} not made any more, or no longer in these words: list the claims again and accept what is there now.`,
    );
  const contested = found.filter(({ status }) => status === 'contested');
  const byHand = contested.filter(({ counts: { taken, by_hand: set } }) => taken > 0 && set === taken);
  if (byHand.length > 0)
    throw new AppError(
      'conflict',
      `The owner of these states was set by hand: ${named(byHand)}. Change the mapping ("plumbline states map").`,
    );
  if (contested.length > 0 && !takeOver)
    throw new AppError(
      'conflict',
      `These states have an owner: ${named(contested)}. Accept them with take_over ("plumbline states accept --take-over") to take them from it.`,
    );
  // An accepted claim stays unchanged, unless it takes over states of others.
  return found.filter(({ is_accepted, status, counts: { taken } }) =>
    is_accepted ? takeOver && taken > 0 : status !== 'accepted' || takeOver,
  );
}

/** Throws 409 if two repositories would get the same state: a person has to choose. */
function refuseDisputes(claims: readonly CheckedClaim[]): void {
  const first = new Map<string, CheckedClaim>();
  for (const one of claims.filter(({ claim, is_disputed: isDisputed }) => isDisputed && !claim.glob))
    for (const key of new Set([one.claim.key, ...one.free])) {
      const other = first.get(key);
      if (other && other.repo_id !== one.repo_id)
        throw new AppError(
          'conflict',
          `${key} is claimed by ${other.full_name} and by ${one.full_name}: accept one of the two.`,
        );
      first.set(key, one);
    }
}

/** Throws 409 if these would exceed the limit of patterns, since accepted patterns are always matched. */
function refuseTooMany(claims: readonly CheckedClaim[], there: readonly AcceptedClaimRow[]): void {
  const fresh = claims.filter(({ is_accepted: isAccepted, claim }) => !isAccepted && claim.glob);
  const patterns = [...there.filter(({ is_pattern: isPattern }) => isPattern), ...fresh];
  const advice = 'name more states by one pattern, or map states by hand.';
  if (fresh.length > 0 && patterns.length > MAX_PATTERNS)
    throw new AppError('conflict', `There may be ${MAX_PATTERNS} accepted patterns: ${advice}`);
  const ofOne = Map.groupBy(patterns, ({ repo_id: repoId }) => repoId);
  for (const { repo_id: repoId, full_name: name } of fresh)
    if ((ofOne.get(repoId)?.length ?? 0) > MAX_PATTERNS_PER_REPOSITORY)
      throw new AppError(
        'conflict',
        `There may be ${MAX_PATTERNS_PER_REPOSITORY} accepted patterns of ${name}: ${advice}`,
      );
}

/** The rows of newly accepted claims. */
function rowsOf(
  claims: readonly CheckedClaim[],
  { there, places, takeOver }: { there: readonly AcceptedClaimRow[]; places: Places; takeOver: boolean },
): NewAcceptedClaim[] {
  // The smallest priority wins: a claim takes nothing from earlier accepted ones, except in a takeover.
  const first = takeOver ? (there.at(0)?.priority ?? 0) - claims.length : (there.at(-1)?.priority ?? 0) + 1;
  // A claim by key has precedence over a claim by pattern.
  const ordered = claims.toSorted((a, b) => Number(a.claim.glob ?? false) - Number(b.claim.glob ?? false));
  return ordered.map(({ id, repo_id, claim: { key, glob = false, workspaces = null } }, i) => ({
    id,
    repo_id,
    bucket: placeOf(places, key) ?? '',
    key,
    is_pattern: glob,
    workspaces,
    priority: first + i,
    accepted_at: new Date(),
  }));
}

/** The sources of ownership with these rows accepted. */
function withAccepted(
  sources: OwnershipSources,
  there: readonly AcceptedClaimRow[],
  rows: readonly NewAcceptedClaim[],
): OwnershipSources {
  const byId = new Map<string, NewAcceptedClaim>([...there, ...rows].map((row) => [row.id, row]));
  const accepted = [...byId.values()]
    .toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
    .map(({ repo_id, key, is_pattern: glob, workspaces = null }) => ({ repo_id, key, glob, workspaces }));
  return { ...sources, accepted };
}

const ownerIn = (mapping: Mapping, key: string) =>
  pick(ownerOf(mapping, mapping.explain(key)), 'repo_id', 'repo_full_name');

/** The changes of owners among known states and states that claims name. */
async function changesOf(
  keys: ReadonlySet<string>,
  before: OwnershipSources,
  after: OwnershipSources,
  over: OverStates,
): Promise<OwnerChange[]> {
  const [now, then] = [mappingFrom(before), mappingFrom(after)];
  const changes: OwnerChange[] = [];
  await over([...keys].toSorted(), (key) => {
    const change = { key, before: ownerIn(now, key), after: ownerIn(then, key) };
    if (change.before.repo_id !== change.after.repo_id) changes.push(change);
  });
  return changes;
}

/** The result of accepting claims, and the rows to store. */
export type AcceptanceCheck = {
  /** The version of the data that the check has read. */
  version: string;
  claims: CheckedClaim[];
  rows: NewAcceptedClaim[];
  changes: OwnerChange[];
};

/** Computes the result of accepting these claims. Call it outside of transactions, which it would block for long. */
export async function checkAcceptance(
  tenant: Tenant,
  { ids, takeOver }: { ids: ReadonlySet<string>; takeOver: boolean },
  over: OverStates,
): Promise<AcceptanceCheck> {
  // Read first, so that a later change leads to another version.
  const version = await sourcesVersion(tenant.db, tenant.scope);
  const sources = withoutOthers(await readSources(tenant.db, tenant.scope), ids);
  const { places } = sources;
  if (allPlaces(places).length === 0)
    throw new AppError(
      'not_configured',
      'There are no states yet: set a bucket ("plumbline aws set") or a source ("plumbline sources set") first.',
    );
  const { accepted: there } = await readAccepted(tenant);
  const keys = await listStateKeys(tenant);
  const claims = chosenOf(await checkClaims(sources, keys, over), [...ids], takeOver);
  refuseDisputes(claims);
  if (claims.length === 0) return { version, claims, rows: [], changes: [] };
  refuseTooMany(claims, there);
  const rows = rowsOf(claims, { there, places, takeOver });
  const named = new Set([...keys, ...claims.flatMap(({ claim }) => (claim.glob ? [] : [claim.key]))]);
  return { version, claims, rows, changes: await changesOf(named, sources, withAccepted(sources, there, rows), over) };
}
