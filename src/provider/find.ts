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

/** Resolves to true where a binary's schema fits the need. */
export type Fits = (provider: FoundProvider) => Promise<boolean>;

/** Finds the binary of a provider; see `createProviderFinder`. */
export type ProviderFinder = (need: ProviderNeed, fits?: Fits) => Promise<FoundProvider>;

/** One search. `notes` collects problems that may explain a failure. */
type Search = {
  need: ProviderNeed;
  source: ProviderSource;
  fits: Fits;
  locations: ProviderLocations;
  cacheDir: string;
  platform: string;
  notes: string[];
  /** When the registry was last searched for a better binary. */
  registryAskedAt: Map<string, number>;
};

/** The options of a finder besides the locations. */
export type FinderOptions = {
  /** Called once for each skipped candidate: unreadable configuration, damaged archive, location open to others. */
  warn?: (message: string) => void;
  limits?: DownloadLimits;
};

/** The pause before a registry is searched for a better binary again: an analysis searches for each of its states. */
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
    installedAs: elsewhere,
    verified: verified || undefined,
    isForeign: offer.location.needsProof,
  };
}

/**
 * The offered package with the lock file's version. At the provider's own address, one of the lock file's hashes must
 * prove it. The twin registry's package of the same version is another build, and is passed over where no hash proves
 * it.
 */
async function lockedOne(offers: Offer[], search: Search): Promise<FoundProvider | undefined> {
  const { locked } = search.need;
  if (!locked) return undefined;
  for (const offer of offers.filter(({ version }) => byPreference(version, locked.version) === 0)) {
    const binary = await binaryOf(offer, search);
    if (!binary) continue;
    const { needsProof = false } = offer.location;
    if (locked.hashes.length === 0 && !needsProof) return foundBy(search, offer, binary, false);
    const result = await provenBy(locked.hashes, binary, search.cacheDir);
    if (result.proven) return foundBy(search, offer, binary, true);
    const { own } = result;
    if (needsProof)
      search.notes.push(`${offer.path} was passed over: its hash ${own.join(' and ')} is not in the lock file.`);
    else if (formatProviderSource(offer.source) === formatProviderSource(search.source))
      throw notLocked(search.source, binary.path, { platform: search.platform, own });
  }
  return undefined;
}

/** The first usable offer that fits, else the first usable one. */
async function best(offers: Offer[], search: Search): Promise<{ provider: FoundProvider; fits: boolean } | undefined> {
  let first: FoundProvider | undefined;
  for (const offer of offers) {
    const binary = await binaryOf(offer, search);
    if (!binary) continue;
    const provider = foundBy(search, offer, binary, false);
    if (offer.location.pinned || (await search.fits(provider))) return { provider, fits: true };
    first ??= provider;
  }
  return first && { provider: first, fits: false };
}

/**
 * Finds the provider in the locations under its own address and, only where no location has it or none fits, under its
 * twin's. `certain`: no download could find a better one.
 */
async function findLocally(
  search: Search,
  locations: Location[],
): Promise<{ provider: FoundProvider; certain: boolean } | undefined> {
  const twin = twinSource(search.source);
  const own = await offersOf(locations, search.source, search);
  const pinned = own.filter(({ location }) => location.pinned);
  const others = twin && isAllowed(search.locations, twin) ? await offersOf(locations, twin, search) : [];
  const locked = pinned.length > 0 ? undefined : await lockedOne([...own, ...others], search);
  if (locked) return { provider: locked, certain: true };
  const usable = [own, others].map((all) => all.filter(({ location }) => !location.needsProof));
  const unproven = [...own, ...others].find(({ location }) => location.needsProof);
  if (unproven && !search.need.locked)
    search.notes.push(
      `${unproven.path} was passed over: no lock file says that it is the one. Run "terraform init" there.`,
    );
  const found = await newest(search, usable);
  return found && { ...found, certain: found.certain && (pinned.length > 0 || !search.need.locked) };
}

/** The newest usable offer that fits: under the own address, else under the twin's. */
async function newest(search: Search, [own = [], others = []]: Offer[][]): ReturnType<typeof findLocally> {
  // A single candidate is not checked, since that would start a process.
  const choice = new Set([...own, ...others].map((offer) => `${formatProviderSource(offer.source)} ${offer.version}`));
  const choosing = choice.size > 1 || search.locations.download ? search : { ...search, fits: whatever };
  const mine = await best(own, choosing);
  const theirs = mine?.fits ? undefined : await best(others, choosing);
  const chosen = theirs?.fits ? theirs : (mine ?? theirs);
  return chosen && { provider: chosen.provider, certain: chosen.fits };
}

async function download(search: Search, own: Location[], limits: DownloadLimits | undefined): Promise<boolean> {
  const { source, locations, platform } = search;
  if (twinSource(source) === undefined) {
    search.notes.push(`Providers of ${source.host} are not downloaded: only those of the public registries are.`);
    return false;
  }
  const registry = locations.registry ?? REGISTRY;
  const into = downloadDirectory(search.cacheDir);
  // Loaded on demand: the verification of registry answers is slow to load, and few installations download.
  const { downloadProvider } = await import('./registry/download.ts');
  const version = await downloadProvider(
    {
      source: { ...source, host: REGISTRY_HOST },
      platform,
      registry,
      into,
      cacheDir: search.cacheDir,
      wanted: search.need.locked?.version,
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
  const local = await findLocally(search, list);
  if (local?.certain) return local.provider;
  const registryKey = JSON.stringify([source, search.need.locked?.version]);
  const recent = local && Date.now() - (search.registryAskedAt.get(registryKey) ?? -Infinity) < ASK_AGAIN_MS;
  if (locations.download && !recent) {
    search.registryAskedAt.set(registryKey, Date.now());
    const own = list.filter((location) => location.own);
    // A local binary is good enough, so an unavailable registry stops nothing.
    const brought = await download(search, own, limits).catch((error: unknown) => {
      if (local) return false;
      throw error;
    });
    const downloaded = brought ? await findLocally(search, list) : undefined;
    if (downloaded) return downloaded.provider;
  }
  if (local) return local.provider;
  const searched = list.map((location) => location.label);
  throw notFound(source, search.platform, searched, search.notes);
}

/**
 * Creates the function that finds a provider's binary. It searches all locations of this machine (see `listLocations`).
 * It takes the lock file's version if the hashes prove it; else the newest version that `fits`, from the first location
 * at equal versions; else the newest. Only where no location has a fitting one, and `locations.download` allows it, it
 * asks the OpenTofu registry. Concurrent searches for the same need are one search. Returned paths are absolute.
 * The returned function throws `ProviderProblem`: `provider_not_allowed`, before anything is searched,
 * `provider_not_found` (with the searched locations and how to supply it), `provider_checksum_mismatch`,
 * `provider_download_failed`.
 */
export function createProviderFinder(
  locations: ProviderLocations,
  { warn, limits }: FinderOptions = {},
): ProviderFinder {
  const cacheDir = resolve(locations.cacheDir);
  const running = new Map<string, Promise<FoundProvider>>();
  const registryAskedAt = new Map<string, number>();
  const warned = new Set<string>();

  async function search(need: ProviderNeed, fits: Fits): Promise<FoundProvider> {
    const source = parseProviderSource(need.source);
    if (!source) throw notAnAddress(need.source);
    if (isBuiltIn(source)) throw builtIn(source);
    if (!isAllowed(locations, source)) throw notAllowed(source);
    const notes: string[] = [];
    const searchLocations = { ...locations, cacheDir };
    const platform = thisPlatform();
    const provider = await find(
      { need, source, fits, locations: searchLocations, cacheDir, platform, notes, registryAskedAt },
      limits,
    );
    for (const note of notes) {
      if (!warned.has(note)) warn?.(note);
      warned.add(note);
    }
    return provider;
  }

  return async (need, fits = whatever) => {
    const { source, locked, schemaVersions = {} } = need;
    const key = JSON.stringify([source, locked, Object.entries(schemaVersions).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const current = running.get(key) ?? search(need, fits).finally(() => running.delete(key));
    running.set(key, current);
    return current;
  };
}
