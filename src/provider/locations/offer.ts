import { access, constants, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { ProviderProblem } from '../contract/problem.ts';
import { listedChecksum, rememberedSha256 } from './checksum.ts';
import type { Location } from './list.ts';
import type { Candidate } from './mirror.ts';
import { readUnpacked, unpackArchive, type Unpacked } from './packed.ts';
import { ASK } from './problems.ts';
import { formatProviderSource, type ProviderSource } from '../address/source.ts';
import { isTrusted } from './system.ts';
import { byPreference } from '../address/version.ts';

/** A location's candidate, with the address that it has there. */
export type Offer = Candidate & { location: Location; source: ProviderSource };

/** A binary that may be launched, with its checksum. */
export type Binary = { path: string; checksum: string; archive?: string };

type SearchContext = {
  platform: string;
  cacheDir: string;
  /** Problems that may explain a failure. */
  notes: string[];
};

/** The problem for a binary or archive with a wrong checksum. */
export function mismatch(source: ProviderSource, path: string, actual: string, expected: string): ProviderProblem {
  const address = formatProviderSource(source);
  return new ProviderProblem(
    'provider_checksum_mismatch',
    address,
    `The provider ${address} is here as another file than it should be, by its checksums. It was not used. ${ASK} to put it there anew.`,
    {
      internal:
        `${path} is not the file that it should be: its SHA-256 is ${actual}, ${expected}. ` +
        'It was not used. Remove it and put the provider there anew.',
    },
  );
}

/** By preference: pinned offers, then the newest. The sort is stable, so the first location wins at equal versions. */
function inOrder(offers: Offer[]): Offer[] {
  const pinned = (offer: Offer) => Number(offer.location.pinned ?? false);
  return offers.toSorted((a, b) => pinned(b) - pinned(a) || byPreference(a.version, b.version));
}

/** The locations' offers for this address, by preference. */
export async function offersOf(
  locations: Location[],
  source: ProviderSource,
  { platform, notes }: SearchContext,
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const location of locations) {
    const { candidates, otherPlatforms } = await location.scan(source, platform);
    offers.push(...candidates.map((candidate) => ({ ...candidate, location, source })));
    if (candidates.length > 0 || otherPlatforms.length === 0) continue;
    const others = [...new Set(otherPlatforms)].join(', ');
    notes.push(`There, ${location.label} has it for ${others} only.`);
  }
  return inOrder(offers);
}

/** Unpacks an offered archive into the cache, once. A SHA256SUMS file beside it must match. */
async function unpack(offer: Offer, cacheDir: string): Promise<Unpacked> {
  const { type } = offer.source;
  const checksum = await rememberedSha256(offer.path, cacheDir);
  const sumsFile = join(dirname(offer.path), `terraform-provider-${type}_${offer.version}_SHA256SUMS`);
  const sums = await readFile(sumsFile, 'utf8').catch(() => '');
  const listed = listedChecksum(sums, basename(offer.path));
  if (listed !== undefined && listed !== checksum)
    throw mismatch(offer.source, offer.path, checksum, `${sumsFile} says ${listed}`);
  const unpacked = await unpackArchive(offer.path, type, join(cacheDir, 'unpacked', checksum), cacheDir);
  return { ...unpacked, archive: checksum };
}

/** An offer's binary with the cache's record of it; undefined, with a note, where it is unusable. */
async function launchable(
  offer: Offer,
  { cacheDir, notes }: SearchContext,
): Promise<(Partial<Unpacked> & { path: string }) | undefined> {
  if (offer.location.unasked && !(await isTrusted(offer.path))) {
    notes.push(`${offer.path} was passed over: others than root and the current user can change it.`);
    return undefined;
  }
  try {
    if (offer.kind === 'archive') return await unpack(offer, cacheDir);
    await access(offer.path, constants.X_OK);
    return offer.location.own ? await readUnpacked(dirname(offer.path)) : { path: offer.path };
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    const what = offer.kind === 'archive' ? `could not be unpacked: ${messageOf(error)}` : 'is not executable';
    notes.push(`${offer.path} ${what}.`);
    return undefined;
  }
}

/**
 * An offer's binary; undefined, with a note, where it is unusable. Throws `provider_checksum_mismatch` for a file with
 * a wrong checksum.
 */
export async function binaryOf(offer: Offer, search: SearchContext): Promise<Binary | undefined> {
  const binary = await launchable(offer, search);
  if (!binary) return undefined;
  const checksum = await rememberedSha256(binary.path, search.cacheDir);
  if (binary.checksum !== undefined && binary.checksum !== checksum)
    throw mismatch(offer.source, binary.path, checksum, `the record from when it was unpacked says ${binary.checksum}`);
  return { ...binary, checksum };
}
