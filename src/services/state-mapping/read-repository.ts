import { chunksOf } from '../../base/chunks.ts';
import { CodeHostProblem } from '../../base/code-host.ts';
import { messageOf } from '../../base/errors.ts';
import { storable } from '../../base/json.ts';
import { plural } from '../../base/plural.ts';
import { claimsAmong } from '../../engine/mapping/claims-in.ts';
import { deriveMapping, isPartial, type ReadFile } from '../../engine/mapping/derive.ts';
import { FACTS_VERSION, type FileFacts, type ReadingProblem } from '../../engine/mapping/types.ts';
import { directoryOf } from '../../engine/mapping/paths.ts';
import { forEachBounded } from '../../engine/refresh/bounded.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { getRepository, type RepositoryRow } from '../../store/queries/repositories.ts';
import { listFiles, listPaths, removeFiles, saveFiles } from '../../store/queries/repository-files.ts';
import { noteUnread, saveReading } from '../../store/queries/repository-readings.ts';
import { scoped, type OrgScope } from '../../store/scope.ts';
import { transact } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';
import type { WithApps, HostTree, InstallationClient } from '../codehosts/port.ts';
import { saveHostError } from '../codehosts/status.ts';
import type { MapJob } from '../base/jobs.ts';
import { askToMap } from './ask.ts';
import { chooseFiles, MAX_FILE_BYTES, type ChosenFile } from './choose.ts';
import { readPlaces } from '../ownership/places.ts';
import { endWithdrawn } from './end-withdrawn.ts';
import { createFactsReader, type FactsReader } from './facts-reader.ts';
import { kindOf } from './read-file.ts';

type Deps = Base & WithApps;
type Try = { signal: AbortSignal; last: boolean };
type Facts = Map<string, { sha: string; facts: FileFacts }>;

/** The number of new files that one job reads. The next job continues, so that other repositories get their turn. */
const MAX_NEW = 500;
const AT_ONCE = 6;
/** The maximal number of characters stored for one repository, since all are in memory at once. */
const MAX_FACTS = 8_000_000;
/** The number of files whose facts are written at once. */
const BATCH = 50;

/**
 * Reads the claims of a repository from the tree of its default branch. Only relevant files that have changed are
 * fetched. Errors are stored as problems of the repository. A temporary error is thrown, so that the queue retries, and
 * stored after the last attempt. `to_be_continued`: another job continues.
 */
export async function readRepository(deps: Deps, job: MapJob, run: Try): Promise<'read' | 'to_be_continued'> {
  const scope = { org_id: job.org_id };
  const { db } = deps.store;
  const tenant = scoped(db, scope);
  const repository = await getRepository(tenant, job.repo_id);
  const organization = await getOrganization(db, job.org_id);
  const app = deps.apps.get(repository?.codehost ?? '');
  const installation = organization?.suspended_at ? null : (organization?.installation_id ?? null);
  if (!repository || repository.removed_at || !app || installation === null) return 'read';
  const unread = async (detail: string) => {
    await noteUnread(db, {
      ...scope,
      repo_id: job.repo_id,
      read_at: new Date(),
      // No branch was read: the next sync of the installation requests it again.
      branch: null,
      problems: [{ path: '', detail }],
    });
    return 'read' as const;
  };
  if (repository.default_branch === null) return unread('its default branch is not known yet.');
  try {
    await using reader = createFactsReader();
    const readAt = new Date();
    const rows = await listFiles(tenant, repository.id, FACTS_VERSION);
    const known: Facts = new Map(rows.map(({ path, sha, facts }) => [path, { sha, facts }]));
    const client = app.as(installation);
    const branch = repository.default_branch;
    const rest = await read({ deps, scope, repository, branch, client, signal: run.signal, reader, readAt, known });
    await saveHostError(tenant, job.repo_id, null);
    if (!rest) return 'read';
    // With a new mark each time, since this job still holds its own.
    const next = { ...job, mark: `${rest.sha}/${Date.now()}` };
    await deps.store.db.transaction().execute((trx) => askToMap(deps.queue, trx, [next]));
    return 'to_be_continued';
  } catch (error) {
    if (!(error instanceof CodeHostProblem)) throw error;
    if (error.isTemporary && !run.last) throw error;
    await saveHostError(tenant, job.repo_id, error);
    return unread(`could not be read: ${messageOf(error)}`);
  }
}

/** The context of one job; it adds the facts of new files to `known`. */
type Reading = {
  deps: Deps;
  scope: OrgScope;
  repository: RepositoryRow;
  branch: string;
  client: InstallationClient;
  signal: AbortSignal;
  reader: FactsReader;
  readAt: Date;
  known: Facts;
};

/** Returns the tree if another job has to continue. */
async function read(reading: Reading): Promise<HostTree | undefined> {
  const { repository, known } = reading;
  const tree = await reading.client.readTree(repository.full_name, reading.branch, reading.signal);
  const { files, problems } = chooseFiles(tree);
  const [settings, others] = [
    files.filter(({ kind }) => kind === 'backend'),
    files.filter(({ kind }) => kind !== 'backend'),
  ];
  let room = await fetchNew(reading, others, MAX_NEW);
  const used = (all: readonly ChosenFile[]) =>
    all.flatMap(({ path, sha }): ReadFile[] => {
      const one = known.get(path);
      return one?.sha === sha ? [{ path, facts: one.facts }] : [];
    });
  // Files for a backend are read only if a backend block is partial.
  const wanted = used(others).some(({ facts }) => isPartial(facts)) ? files : others;
  if (wanted === files && room > 0) room = await fetchNew(reading, settings, room);
  const unread = wanted.length - used(wanted).length;
  const when = isFull(known)
    ? 'are not read: the others say as much as is kept of one repository'
    : 'are still to be read';
  if (unread > 0) problems.push({ path: '', detail: `${plural(unread, 'file')} of it ${when}.` });
  const found = used(wanted);
  const isComplete = problems.length === 0 && found.every(saysAll);
  await keep(reading, { tree, found, problems, isComplete });
  return unread > 0 && room < MAX_NEW && !isFull(known) ? tree : undefined;
}

/** Reads up to `room` new or changed files. Returns the remaining room. */
async function fetchNew(
  { deps, scope, repository, client, known, signal, reader }: Reading,
  files: readonly ChosenFile[],
  room: number,
): Promise<number> {
  const fresh = files.filter(({ path, sha }) => known.get(path)?.sha !== sha).slice(0, room);
  let done = 0;
  for (const batch of chunksOf(fresh, BATCH)) {
    if (isFull(known)) break;
    await forEachBounded(batch, AT_ONCE, async ({ path, sha, kind }) => {
      signal.throwIfAborted();
      known.set(path, { sha, facts: await factsIn(reader, client, repository.full_name, { path, sha, kind }, signal) });
    });
    const rows = batch.map(({ path, sha }) => ({
      ...scope,
      repo_id: repository.id,
      path,
      directory: directoryOf(path),
      sha,
      version: FACTS_VERSION,
      facts: JSON.stringify(known.get(path)?.facts ?? {}, storable),
    }));
    await saveFiles(scoped(deps.store.db, scope), rows);
    done += batch.length;
  }
  return room - done;
}

function isFull(kept: Facts): boolean {
  let size = 0;
  for (const { facts } of kept.values()) size += JSON.stringify(facts).length;
  return size > MAX_FACTS;
}

/** True if all claims of a file are known: it was parsed, or is of a kind without claims. */
const saysAll = ({ path, facts }: ReadFile) => (facts.problems ?? []).length === 0 || kindOf(path) === 'lock';

type Kept = {
  tree: HostTree;
  found: ReadFile[];
  problems: ReadingProblem[];
  /** True if every file with facts about states was read. */
  isComplete: boolean;
};

async function keep(
  { deps, scope, repository, branch, readAt }: Reading,
  { tree, found, problems, isComplete }: Kept,
): Promise<void> {
  const derived = deriveMapping(found);
  const json = (value: unknown) => JSON.stringify(value, storable);
  const there = new Set(tree.entries.map(({ path }) => path));
  await transact(deps.store, async (trx) => {
    const saved = await saveReading(trx, {
      repo_id: repository.id,
      org_id: scope.org_id,
      sha: tree.sha,
      branch,
      read_at: readAt,
      problems: json([...problems, ...derived.problems]),
      claims: json(derived.claims),
      layout: json(derived.layout),
      ignore: json(derived.ignore),
    });
    if (!saved) return;
    const tenant = scoped(trx, scope);
    const removed = (await listPaths(tenant, repository.id)).filter((path) => !there.has(path));
    await removeFiles(tenant, repository.id, removed);
    // A claim that is missing only because files were not read or could not be parsed is not withdrawn. Called last,
    // since it writes into the audit log.
    if (!isComplete) return;
    const { sources } = await readPlaces(tenant);
    await endWithdrawn(tenant, { repository, claims: claimsAmong(derived.claims, sources) });
  });
}

/** The facts of one file; a file that is larger than its tree entry said is a problem. Throws `CodeHostProblem`. */
export async function factsIn(
  reader: FactsReader,
  client: InstallationClient,
  repository: string,
  { path, sha, kind }: ChosenFile,
  signal?: AbortSignal,
): Promise<FileFacts> {
  try {
    return await reader.read(kind, path, await client.readBlob(repository, sha, MAX_FILE_BYTES, signal));
  } catch (error) {
    if (error instanceof CodeHostProblem && error.code === 'too_large')
      return { problems: ['is not read: it is too large.'] };
    throw error;
  }
}
