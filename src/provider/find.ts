import { resolve } from 'node:path';
import { downloadDirectory, listLocations, type Location } from './locations/list.ts';
import { builtIn, isBuiltIn, notAllowed, notAnAddress, notFound, notLocked } from './locations/problems.ts';
import { binaryOf, offersOf, type Binary, type Offer } from './locations/offer.ts';
import { provenBy } from './locations/package-hash.ts';
import { meantBy } from './address/pattern.ts';
import { thisPlatform } from './address/platform.ts';
import { formatProviderSource, parseProviderSource, twinSource, type ProviderSource } from './address/source.ts';
import { byPreference } from './address/version.ts';
import type { DownloadLimits } from './registry/download.ts';
import type { FoundProvider, ProviderNeed, ProviderLocations } from './contract/types.ts';

/** Whether a binary that was found is of use for what it is needed for, as far as only its schema can tell. */
export type Fits = (found: FoundProvider) => Promise<boolean>;

/** Finds the binary of a provider; see `createProviderFinder`. */
export type ProviderFinder = (need: ProviderNeed, fits?: Fits) => Promise<FoundProvider>;

/** One search. What is found on the way and may explain a failure goes into `notes`. */
type Search = {
  need: ProviderNeed;
  source: ProviderSource;
  fits: Fits;
  locations: ProviderLocations;
  cacheDir: string;
  platform: string;
  notes: string[];
  /** When the registry was last asked for better than what is here. */
  asked: Map<string, number>;
};

/** What a finder may be told besides the locations. */
export type FinderOptions = {
  /** Hears, once each, what was passed over: unreadable configuration, damaged archives, locations others can write to. */
  warn?: (message: string) => void;
  limits?: DownloadLimits;
};

/** A registry that had nothing better is not asked again for so long: a scan asks for each of its states. */
const ASK_AGAIN_MS = 600_000;
const REGISTRY = 'https://registry.opentofu.org';
const REGISTRY_HOST = 'registry.opentofu.org';

const whatever: Fits = () => Promise.resolve(true);

const isAllowed = ({ allowed }: ProviderLocations, source: ProviderSource) =>
  allowed === undefined || meantBy(allowed, formatProviderSource(source));

function foundBy({ need }: Search, offer: Offer, { path, checksum }: Binary, verified: boolean): FoundProvider {
  const address = formatProviderSource(offer.source);
  const elsewhere =
    address === formatProviderSource(parseProviderSource(need.source) ?? offer.source) ? undefined : address;
  return {
    source: need.source,
    version: offer.version,
    path,
    checksum,
    origin: elsewhere === undefined ? offer.location.label : `${offer.location.label}, as ${elsewhere}`,
    ...(elsewhere === undefined ? {} : { installedAs: elsewhere }),
    ...(verified ? { verified: true } : {}),
  };
}

/**
 * The package that the lock file asks for, among those offered. At the provider's own address it must be proven by one of
 * the lock file's hashes; what its twin has under the same version is another build, and is passed over if it is not.
 */
async function lockedOne(offers: Offer[], search: Search): Promise<FoundProvider | undefined> {
  const { locked } = search.need;
  if (!locked) return undefined;
  for (const offer of offers.filter(({ version }) => byPreference(version, locked.version) === 0)) {
    const binary = await binaryOf(offer, search);
    if (!binary) continue;
    if (locked.hashes.length === 0) return foundBy(search, offer, binary, false);
    const { proven, ...rest } = await provenBy(locked.hashes, binary, search.cacheDir);
    if (proven) return foundBy(search, offer, binary, true);
    if (formatProviderSource(offer.source) === formatProviderSource(search.source))
      throw notLocked(search.source, binary.path, { platform: search.platform, ...rest });
  }
  return undefined;
}

/** The first usable one that fits; where none does, the first usable one. */
async function best(offers: Offer[], search: Search): Promise<{ found: FoundProvider; fits: boolean } | undefined> {
  let first: FoundProvider | undefined;
  for (const offer of offers) {
    const binary = await binaryOf(offer, search);
    if (!binary) continue;
    const found = foundBy(search, offer, binary, false);
    if (offer.location.pinned || (await search.fits(found))) return { found, fits: true };
    first ??= found;
  }
  return first && { found: first, fits: false };
}

/**
 * Looks in the locations for the provider under its own address and, only where that is nowhere or does not fit, under its
 * twin's. `certain`: nothing that a download might bring would be taken instead.
 */
async function look(
  search: Search,
  locations: Location[],
): Promise<{ found: FoundProvider; certain: boolean } | undefined> {
  const twin = twinSource(search.source);
  const own = await offersOf(locations, search.source, search);
  const pinned = own.filter(({ location }) => location.pinned);
  const others = twin && isAllowed(search.locations, twin) ? await offersOf(locations, twin, search) : [];
  const locked = pinned.length > 0 ? undefined : await lockedOne([...own, ...others], search);
  if (locked) return { found: locked, certain: true };
  // With nothing to choose from nothing is asked: that takes a process.
  const choice = new Set([...own, ...others].map((offer) => `${formatProviderSource(offer.source)} ${offer.version}`));
  const choosing = choice.size > 1 || search.locations.download ? search : { ...search, fits: whatever };
  const mine = await best(own, choosing);
  const theirs = mine?.fits ? undefined : await best(others, choosing);
  const chosen = theirs?.fits ? theirs : (mine ?? theirs);
  return chosen && { found: chosen.found, certain: chosen.fits && (pinned.length > 0 || !search.need.locked) };
}

async function download(search: Search, own: Location[], limits: DownloadLimits | undefined): Promise<boolean> {
  const { source, locations, platform } = search;
  if (twinSource(source) === undefined) {
    search.notes.push(`Providers of ${source.host} are not downloaded: only those of the public registries are.`);
    return false;
  }
  const registry = locations.registry ?? REGISTRY;
  const into = downloadDirectory(search.cacheDir);
  // Loaded when needed: what checks a registry's answers takes a while to load, and few ever download.
  const { downloadProvider } = await import('./registry/download.ts');
  const version = await downloadProvider(
    {
      source: { ...source, host: REGISTRY_HOST },
      platform,
      registry,
      into,
      cacheDir: search.cacheDir,
      ...(search.need.locked && { wanted: search.need.locked.version }),
      present: (await offersOf(own, { ...source, host: REGISTRY_HOST }, search)).map((offer) => offer.version),
    },
    limits,
  );
  if (version === undefined) search.notes.push(`The registry ${registry} does not have it for ${platform}.`);
  return version !== undefined;
}

async function find(search: Search, limits: DownloadLimits | undefined): Promise<FoundProvider> {
  const { source, locations } = search;
  const list = await listLocations(locations, source, (warning) => search.notes.push(warning));
  const there = await look(search, list);
  if (there?.certain) return there.found;
  const what = JSON.stringify([source, search.need.locked?.version]);
  const recent = there && Date.now() - (search.asked.get(what) ?? -Infinity) < ASK_AGAIN_MS;
  if (locations.download && !recent) {
    search.asked.set(what, Date.now());
    const own = list.filter((location) => location.own);
    // What is here already does, if not as well: then a registry that is away stops nothing.
    const brought = await download(search, own, limits).catch((error: unknown) => {
      if (there) return false;
      throw error;
    });
    const again = brought ? await look(search, list) : undefined;
    if (again) return again.found;
  }
  if (there) return there.found;
  const looked = list.map((location) => location.label);
  throw notFound(source, search.platform, looked, search.notes);
}

/**
 * Makes the function that finds the binary of a provider. All locations of this machine are searched (see `listLocations`). Taken
 * is what the need's lock file asks for, if its hashes prove it; else the newest version that `fits`, the first location at
 * equal versions; else the newest. Only when no location has such a one, and `locations.download` allows it, is the OpenTofu
 * registry asked. Searches for the same need that overlap are one search. Paths that come out are absolute.
 *
 * The returned function throws `ProviderProblem`: `provider_not_allowed`, before anything is looked at, `provider_not_found`
 * (with where it looked and how to give it), `provider_checksum_mismatch`, `provider_download_failed`.
 */
export function createProviderFinder(
  locations: ProviderLocations,
  { warn, limits }: FinderOptions = {},
): ProviderFinder {
  const cacheDir = resolve(locations.cacheDir);
  const running = new Map<string, Promise<FoundProvider>>();
  const asked = new Map<string, number>();
  const warned = new Set<string>();

  async function search(need: ProviderNeed, fits: Fits): Promise<FoundProvider> {
    const source = parseProviderSource(need.source);
    if (!source) throw notAnAddress(need.source);
    if (isBuiltIn(source)) throw builtIn(source);
    if (!isAllowed(locations, source)) throw notAllowed(source);
    const notes: string[] = [];
    const given = { ...locations, cacheDir };
    const platform = thisPlatform();
    const found = await find({ need, source, fits, locations: given, cacheDir, platform, notes, asked }, limits);
    for (const note of notes) {
      if (!warned.has(note)) warn?.(note);
      warned.add(note);
    }
    return found;
  }

  return async (need, fits = whatever) => {
    const { source, locked, schemaVersions = {} } = need;
    const key = JSON.stringify([source, locked, Object.entries(schemaVersions).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const current = running.get(key) ?? search(need, fits).finally(() => running.delete(key));
    running.set(key, current);
    return current;
  };
}
