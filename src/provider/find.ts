import { access, constants, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { listedChecksum, rememberedSha256 } from './places/checksum.ts';
import { downloadDirectory, listPlaces, type Place } from './places/list.ts';
import type { Candidate } from './places/mirror.ts';
import { builtIn, isBuiltIn, notAnAddress, notFound } from './places/not-found.ts';
import { readUnpacked, unpackArchive, type Unpacked } from './places/packed.ts';
import { thisPlatform } from './places/platform.ts';
import { formatProviderSource, parseProviderSource, twinSource, type ProviderSource } from './places/source.ts';
import { isTrusted } from './places/trust.ts';
import { byPreference } from './places/version.ts';
import { ProviderProblem } from './problem.ts';
import { downloadProvider, type DownloadLimits } from './registry/download.ts';
import type { FoundProvider, ProviderNeed, ProviderPlaces } from './types.ts';

/** Something that a place has of the provider, under the address that it has there. */
type Offer = Candidate & { place: Place; source: ProviderSource };

/** One search. What is found on the way and may explain a failure goes into `notes`. */
type Search = { asked: string; source: ProviderSource; places: ProviderPlaces; platform: string; notes: string[] };

/** What a finder may be told besides the places. */
export type FinderOptions = {
  /** Hears, once each, what was passed over: unreadable configuration, damaged archives, places others can write to. */
  warn?: (message: string) => void;
  limits?: DownloadLimits;
};

const REGISTRY = 'https://registry.opentofu.org';
const REGISTRY_HOST = 'registry.opentofu.org';

function mismatch(source: ProviderSource, path: string, actual: string, expected: string, by: string): ProviderProblem {
  const address = formatProviderSource(source);
  return new ProviderProblem(
    'provider_checksum_mismatch',
    address,
    `${path} is not the file that it should be: its SHA-256 is ${actual}, ${by} says ${expected}. ` +
      'It was not used. Remove it and put the provider there anew.',
  );
}

async function offersOf(search: Search, places: Place[], source: ProviderSource): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const place of places) {
    const { candidates, otherPlatforms } = await place.scan(source, search.platform);
    offers.push(...candidates.map((candidate) => ({ ...candidate, place, source })));
    if (candidates.length > 0 || otherPlatforms.length === 0) continue;
    const others = [...new Set(otherPlatforms)].join(', ');
    search.notes.push(`There, ${place.label} has it for ${others} only.`);
  }
  return offers;
}

/** Most wanted first: pinned ones, then the newest. The sort is stable: the first place wins at equal versions. */
function inOrder(offers: Offer[]): Offer[] {
  const pinned = (offer: Offer) => Number(offer.place.pinned ?? false);
  return offers.toSorted((a, b) => pinned(b) - pinned(a) || byPreference(a.version, b.version));
}

/** Unpacks an offered archive into the cache, once. A SHA256SUMS file beside it must agree with it. */
async function unpack(offer: Offer, search: Search): Promise<Unpacked> {
  const { cacheDir } = search.places;
  const { type } = offer.source;
  const checksum = await rememberedSha256(offer.path, cacheDir);
  const sumsFile = join(dirname(offer.path), `terraform-provider-${type}_${offer.version}_SHA256SUMS`);
  const sums = await readFile(sumsFile, 'utf8').catch(() => '');
  const listed = listedChecksum(sums, basename(offer.path));
  if (listed !== undefined && listed !== checksum)
    throw mismatch(search.source, offer.path, checksum, listed, sumsFile);
  return unpackArchive(offer.path, type, join(cacheDir, 'unpacked', checksum), cacheDir);
}

/** The binary behind an offer and the checksum that the cache recorded for it; undefined, with a note, if it is no use. */
async function binaryOf(offer: Offer, search: Search): Promise<(Partial<Unpacked> & { path: string }) | undefined> {
  if (offer.place.unasked && !(await isTrusted(offer.path))) {
    search.notes.push(`${offer.path} was passed over: others than root and the current user can change it.`);
    return undefined;
  }
  try {
    if (offer.kind === 'archive') return await unpack(offer, search);
    await access(offer.path, constants.X_OK);
    return offer.place.own ? await readUnpacked(dirname(offer.path)) : { path: offer.path };
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    const what = offer.kind === 'archive' ? `could not be unpacked: ${messageOf(error)}` : 'is not executable';
    search.notes.push(`${offer.path} ${what}.`);
    return undefined;
  }
}

async function best(offers: Offer[], search: Search): Promise<FoundProvider | undefined> {
  for (const offer of inOrder(offers)) {
    const binary = await binaryOf(offer, search);
    if (!binary) continue;
    const checksum = await rememberedSha256(binary.path, search.places.cacheDir);
    if (binary.checksum !== undefined && binary.checksum !== checksum)
      throw mismatch(search.source, binary.path, checksum, binary.checksum, 'the record from when it was unpacked');
    const address = formatProviderSource(offer.source);
    const elsewhere = address === formatProviderSource(search.source) ? '' : `, as ${address}`;
    const origin = `${offer.place.label}${elsewhere}`;
    return { source: search.asked, version: offer.version, path: binary.path, checksum, origin };
  }
  return undefined;
}

/** Looks in the places for the provider under its own address and, only where that is nowhere, under its twin's. */
async function look(search: Search, places: Place[]): Promise<FoundProvider | undefined> {
  const twin = twinSource(search.source);
  const found = await best(await offersOf(search, places, search.source), search);
  return found ?? (twin && best(await offersOf(search, places, twin), search));
}

async function download(search: Search, limits: DownloadLimits | undefined): Promise<boolean> {
  const { source, places, platform } = search;
  if (twinSource(source) === undefined) {
    search.notes.push(`Providers of ${source.host} are not downloaded: only those of the public registries are.`);
    return false;
  }
  const registry = places.registry ?? REGISTRY;
  const into = downloadDirectory(places.cacheDir);
  const request = { source: { ...source, host: REGISTRY_HOST }, platform, registry, into, cacheDir: places.cacheDir };
  const version = await downloadProvider(request, limits);
  if (version === undefined) search.notes.push(`The registry ${registry} does not have it for ${platform}.`);
  return version !== undefined;
}

async function find(search: Search, limits: DownloadLimits | undefined): Promise<FoundProvider> {
  const { source, places } = search;
  const list = await listPlaces(places, source, (warning) => search.notes.push(warning));
  const found = await look(search, list);
  if (found) return found;
  if (places.download && (await download(search, limits))) {
    const downloaded = await look(
      search,
      list.filter((place) => place.own),
    );
    if (downloaded) return downloaded;
  }
  const looked = list.map((place) => place.label);
  throw notFound(source, search.platform, looked, search.notes);
}

/**
 * Makes the function that finds the binary of a provider. All places of this machine are searched (see `listPlaces`); the
 * newest version wins, the first place at equal versions. Only when no place has it, and `places.download` allows it, is
 * the OpenTofu registry asked. Searches for the same provider that overlap are one search. Paths that come out are
 * absolute.
 *
 * The returned function throws `ProviderProblem`: `provider_not_found` (with where it looked and how to give it),
 * `provider_checksum_mismatch`, `provider_download_failed`.
 */
export function createProviderFinder(
  given: ProviderPlaces,
  { warn, limits }: FinderOptions = {},
): (need: ProviderNeed) => Promise<FoundProvider> {
  const places = { ...given, cacheDir: resolve(given.cacheDir) };
  const running = new Map<string, Promise<FoundProvider>>();
  const warned = new Set<string>();

  async function search(asked: string): Promise<FoundProvider> {
    const source = parseProviderSource(asked);
    if (!source) throw notAnAddress(asked);
    if (isBuiltIn(source)) throw builtIn(source);
    const notes: string[] = [];
    const found = await find({ asked, source, places, platform: thisPlatform(), notes }, limits);
    for (const note of notes) {
      if (!warned.has(note)) warn?.(note);
      warned.add(note);
    }
    return found;
  }

  return async ({ source }) => {
    const current = running.get(source) ?? search(source).finally(() => running.delete(source));
    running.set(source, current);
    return current;
  };
}
