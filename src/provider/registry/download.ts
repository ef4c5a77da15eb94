import { join } from 'node:path';
import type { Key, Signature } from 'openpgp';
import { messageOf } from '../../base/errors.ts';
import { listedChecksum } from '../locations/checksum.ts';
import { ARCHIVE_LIMITS, unpackArchive, workDirectory, type ArchiveLimits } from '../locations/packed.ts';
import { ASK } from '../locations/problems.ts';
import { formatProviderSource, type ProviderSource } from '../address/source.ts';
import { ProviderProblem } from '../contract/problem.ts';
import { openRegistry, type RegistryPackage } from './client.ts';
import { fetchDocument, fetchFile, HTTP_LIMITS, HttpProblem, type HttpLimits } from './http.ts';

/**
 * True where one of the keys made this detached OpenPGP signature (binary or armored) of exactly these bytes. The key
 * has to be valid at the time of the signature, not today: releases outlive their keys. Unreadable keys and signatures,
 * and unsafe algorithms, prove nothing.
 */
export async function isSignedBy(data: Uint8Array, signature: Uint8Array, armoredKeys: string[]): Promise<boolean> {
  // Loaded on demand: it loads longer than most starts of the server take, and few installations download.
  const openpgp = await import('openpgp');
  const readable = await Promise.all(
    armoredKeys.map((armoredKeys) => openpgp.readKeys({ armoredKeys }).catch((): Key[] => [])),
  );
  const armored = new TextDecoder().decode(signature.subarray(0, 10)).startsWith('-----BEGIN');
  const parsed: Signature | undefined = await (
    armored
      ? openpgp.readSignature({ armoredSignature: new TextDecoder().decode(signature) })
      : openpgp.readSignature({ binarySignature: signature })
  ).catch(() => undefined);
  if (!parsed) return false;
  const message = await openpgp.createMessage({ binary: data });
  const result = await openpgp.verify({ message, signature: parsed, verificationKeys: readable.flat() });
  const verdicts = await Promise.allSettled(result.signatures.map((made) => made.verified));
  return verdicts.some((verdict) => verdict.status === 'fulfilled' && verdict.value);
}

/** Limits of a download; the defaults suit a real registry. */
export type DownloadLimits = HttpLimits & { archive: ArchiveLimits };
export const DOWNLOAD_LIMITS: DownloadLimits = { ...HTTP_LIMITS, archive: ARCHIVE_LIMITS };

/** A download: its provider, platform and registry. `into` is the filesystem mirror that receives it, in `cacheDir`. */
export type DownloadRequest = {
  source: ProviderSource;
  platform: string;
  registry: string;
  into: string;
  cacheDir: string;
  /** The version to download; default: the newest. */
  wanted?: string;
  /** Versions that are present already, and are not downloaded again. */
  present?: readonly string[];
};

function failed(source: ProviderSource, what: string, cause?: unknown): ProviderProblem {
  const address = formatProviderSource(source);
  const message = `The provider ${address} could not be downloaded`;
  const internal = `${message}: ${what}. Try again, or give it from disk with --provider-mirror DIR or PLUMBLINE_PROVIDER_MIRROR.`;
  // The cause's text names addresses and files.
  const why = cause === undefined ? `: ${what}` : '';
  return new ProviderProblem('provider_download_failed', address, `${message}${why}. ${ASK}, or try again later.`, {
    internal,
    cause,
  });
}

async function signedChecksum(source: ProviderSource, release: RegistryPackage, limits: HttpLimits): Promise<string> {
  if (release.keys.length === 0)
    throw failed(source, 'the registry has no signing key for it, so that nothing proves who made it');
  const [sums, signature] = await Promise.all([
    fetchDocument(release.sums, limits),
    fetchDocument(release.signature, limits),
  ]);
  if (!(await isSignedBy(sums, signature, release.keys)))
    throw failed(source, 'the signature of its checksums was not made by a signing key that the registry has for it');
  const signed = listedChecksum(new TextDecoder().decode(sums), release.filename);
  if (signed === undefined) throw failed(source, `its signed checksums do not list ${release.filename}`);
  if (signed !== release.checksum)
    throw failed(source, 'the registry and its signed checksums state different checksums');
  return signed;
}

async function fetchAndUnpack(
  request: DownloadRequest,
  version: string,
  release: RegistryPackage,
  limits: DownloadLimits,
): Promise<void> {
  const { source, platform, cacheDir } = request;
  const expected = `terraform-provider-${source.type}_${version}_${platform}.zip`;
  // Keys sign many releases: without this check, an old release or another provider's could pass for the wanted one.
  if (release.filename !== expected)
    throw failed(source, `the registry offers ${release.filename} where ${expected} belongs`);
  const signed = await signedChecksum(source, release, limits);
  await using work = await workDirectory(cacheDir);
  const archive = join(work.path, 'archive.zip');
  const checksum = await fetchFile(release.archive, archive, limits);
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
 * Downloads the wanted or the newest release of a provider for this platform into a mirror, after checking the
 * signature of its checksums and its archive's checksum. Returns the version, or undefined where the registry has none
 * that is not present.
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
