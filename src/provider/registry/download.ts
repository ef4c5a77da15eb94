import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { listedChecksum } from '../places/checksum.ts';
import { ARCHIVE_LIMITS, unpackArchive, workDirectory, type ArchiveLimits } from '../places/packed.ts';
import { ASK } from '../places/not-found.ts';
import { formatProviderSource, type ProviderSource } from '../places/source.ts';
import { ProviderProblem } from '../problem.ts';
import { openRegistry, type RegistryPackage } from './client.ts';
import { fetchDocument, fetchFile, HTTP_LIMITS, HttpProblem, type HttpLimits } from './http.ts';
import { isSignedBy } from './signature.ts';

/** Bounds on a download; the defaults suit a real registry. */
export type DownloadLimits = HttpLimits & { archive: ArchiveLimits };
export const DOWNLOAD_LIMITS: DownloadLimits = { ...HTTP_LIMITS, archive: ARCHIVE_LIMITS };

/** What to download from where; `into` is a filesystem mirror that receives it, in `cacheDir`. */
export type DownloadRequest = {
  source: ProviderSource;
  platform: string;
  registry: string;
  into: string;
  cacheDir: string;
  /** This version; the newest, where it does not say. */
  wanted?: string;
  /** Versions that are there already: they are not fetched once more. */
  present?: readonly string[];
};

function failed(source: ProviderSource, what: string, cause?: unknown): ProviderProblem {
  const address = formatProviderSource(source);
  const told = `The provider ${address} could not be downloaded`;
  const internal = `${told}: ${what}. Try again, or give it from disk with --provider-mirror DIR or PLUMBLINE_PROVIDER_MIRROR.`;
  // What went wrong by itself names addresses and files.
  const why = cause === undefined ? `: ${what}` : '';
  return new ProviderProblem('provider_download_failed', address, `${told}${why}. ${ASK}, or try again later.`, {
    internal,
    cause,
  });
}

/** The archive's checksum as its publisher signed it. */
async function signedChecksum(source: ProviderSource, found: RegistryPackage, limits: HttpLimits): Promise<string> {
  if (found.keys.length === 0)
    throw failed(source, 'the registry has no signing key for it, so that nothing proves who made it');
  const [sums, signature] = await Promise.all([
    fetchDocument(found.sums, limits),
    fetchDocument(found.signature, limits),
  ]);
  if (!(await isSignedBy(sums, signature, found.keys)))
    throw failed(source, 'the signature of its checksums was not made by a signing key that the registry has for it');
  const signed = listedChecksum(new TextDecoder().decode(sums), found.filename);
  if (signed === undefined) throw failed(source, `its signed checksums do not list ${found.filename}`);
  if (signed !== found.checksum)
    throw failed(source, 'the registry and its signed checksums state different checksums');
  return signed;
}

async function fetchAndUnpack(
  request: DownloadRequest,
  version: string,
  found: RegistryPackage,
  limits: DownloadLimits,
): Promise<void> {
  const { source, platform, cacheDir } = request;
  const expected = `terraform-provider-${source.type}_${version}_${platform}.zip`;
  // Keys sign many releases: without this, an old one or another provider's could be passed off as the one asked for.
  if (found.filename !== expected)
    throw failed(source, `the registry offers ${found.filename} where ${expected} belongs`);
  const signed = await signedChecksum(source, found, limits);
  await using work = await workDirectory(cacheDir);
  const archive = join(work.path, 'archive.zip');
  const checksum = await fetchFile(found.archive, archive, limits);
  if (checksum !== signed)
    throw new ProviderProblem(
      'provider_checksum_mismatch',
      formatProviderSource(source),
      `The archive ${expected} that was downloaded is not the one that was signed: its SHA-256 is ${checksum}, ` +
        `signed was ${signed}. Nothing of it was kept. Try again; if it stays so, the download is broken or tampered with.`,
    );
  const target = join(request.into, source.host, source.namespace, source.type, version, platform);
  await unpackArchive(archive, source.type, target, cacheDir, limits.archive);
}

/**
 * Downloads the wanted or the newest release of a provider for this platform into a mirror, after checking the signature of its
 * checksums and the checksum of its archive. Gives the version, or undefined when the registry has none that is not present.
 *
 * Throws `ProviderProblem` `provider_checksum_mismatch` or `provider_download_failed`; nothing is left behind then.
 */
export async function downloadProvider(
  request: DownloadRequest,
  limits: DownloadLimits = DOWNLOAD_LIMITS,
): Promise<string | undefined> {
  const { source, platform } = request;
  try {
    const client = await openRegistry(request.registry, limits);
    const versions = await client.versions(source, platform).catch((error: unknown) => {
      if (error instanceof HttpProblem && error.status === 404) return [];
      throw error;
    });
    const version = request.wanted === undefined ? versions[0] : versions.find((one) => one === request.wanted);
    if (version === undefined || request.present?.includes(version)) return undefined;
    await fetchAndUnpack(request, version, await client.package(source, version, platform), limits);
    return version;
  } catch (error) {
    throw error instanceof ProviderProblem ? error : failed(source, messageOf(error), error);
  }
}
