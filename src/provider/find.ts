import { access, constants } from 'node:fs/promises';
import { rememberedSha256 } from './checksum.ts';
import type { Candidate } from './mirror.ts';
import { listPlaces, type Place } from './places.ts';
import { thisPlatform } from './platform.ts';
import { ProviderProblem } from './problem.ts';
import { formatProviderSource, parseProviderSource, twinSource, type ProviderSource } from './provider-source.ts';
import { byPreference } from './provider-version.ts';
import { isTrusted } from './trust.ts';
import type { FoundProvider, ProviderNeed, ProviderPlaces } from './types.ts';

type Offer = Candidate & { place: Place; source: ProviderSource };
type Search = { source: ProviderSource; places: ProviderPlaces; platform: string; notes: string[] };

async function offersOf(search: Search, found: Place[], source: ProviderSource): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const place of found) {
    const scan = await place.scan(source, search.platform);
    offers.push(...scan.candidates.map((candidate) => ({ ...candidate, place, source })));
    if (scan.candidates.length === 0 && scan.otherPlatforms.length > 0)
      search.notes.push(
        `${place.label} has it for ${[...new Set(scan.otherPlatforms)].join(', ')} only; this machine is ${search.platform}.`,
      );
  }
  return offers;
}

/** Pinned ones first, then the newest version; the sort is stable, so the first place wins at equal versions. */
function inOrder(offers: Offer[]): Offer[] {
  return offers.toSorted(
    (a, b) => Number(b.place.pinned ?? false) - Number(a.place.pinned ?? false) || byPreference(a.version, b.version),
  );
}

async function usable(offer: Offer, search: Search): Promise<boolean> {
  if (
    offer.kind === 'binary' &&
    !(await access(offer.path, constants.X_OK).then(
      () => true,
      () => false,
    ))
  ) {
    search.notes.push(`${offer.path} is not executable.`);
    return false;
  }
  if (offer.place.unasked && !(await isTrusted(offer.path))) {
    search.notes.push(`${offer.path} was not taken: others than root and this user may change it.`);
    return false;
  }
  return true;
}

/**
 * Makes the function that finds the binary of a provider on this machine (see `listPlaces` for where it looks).
 */
export function createProviderFinder(places: ProviderPlaces): (need: ProviderNeed) => Promise<FoundProvider> {
  return async (need) => {
    const source = parseProviderSource(need.source);
    if (!source) throw new ProviderProblem('provider_not_found', need.source, 'not a provider address');
    const search: Search = { source, places, platform: thisPlatform(), notes: [] };
    const list = await listPlaces(places, source, (note) => search.notes.push(note));
    const twin = twinSource(source);
    let offers = await offersOf(search, list, source);
    if (offers.length === 0 && twin) offers = await offersOf(search, list, twin);
    for (const offer of inOrder(offers)) {
      if (offer.kind !== 'binary' || !(await usable(offer, search))) continue;
      const checksum = await rememberedSha256(offer.path, places.cacheDir);
      return { source: need.source, version: offer.version, path: offer.path, checksum, origin: offer.place.label };
    }
    throw new ProviderProblem(
      'provider_not_found',
      need.source,
      `${formatProviderSource(source)} ${search.notes.join(' ')}`,
    );
  };
}
