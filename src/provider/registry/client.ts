import { Type, type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import type { ProviderSource } from '../address/source.ts';
import { byPreference, isVersion } from '../address/version.ts';
import { fetchDocument, safeAddress, type HttpLimits } from './http.ts';

// The provider registry protocol, version 1: OpenTofu's docs, internals/provider-registry-protocol.
const Discovery = Type.Object({ 'providers.v1': Type.String() });
const Versions = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: Type.String(),
      protocols: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
      platforms: Type.Array(Type.Object({ os: Type.String(), arch: Type.String() })),
    }),
  ),
});
const Package = Type.Object({
  filename: Type.String(),
  download_url: Type.String(),
  shasum: Type.String(),
  shasums_url: Type.String(),
  shasums_signature_url: Type.String(),
  signing_keys: Type.Optional(
    Type.Object({
      gpg_public_keys: Type.Optional(
        Type.Union([Type.Array(Type.Object({ ascii_armor: Type.String() })), Type.Null()]),
      ),
    }),
  ),
});

/** A release's URLs, checksum and signature. */
export type RegistryPackage = {
  filename: string;
  archive: URL;
  checksum: string;
  sums: URL;
  signature: URL;
  /** Public keys, ASCII-armored; empty when the registry knows none. */
  keys: string[];
};

async function readJson<T extends TSchema>(url: URL, schema: T, limits: HttpLimits): Promise<Static<T>> {
  const text = new TextDecoder().decode(await fetchDocument(url, limits));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${url.origin}${url.pathname} did not answer with JSON`);
  }
  if (!Check(schema, value)) throw new Error(`${url.origin}${url.pathname} did not answer as a registry does`);
  return value;
}

function speaksOurs(protocols: readonly string[] | null | undefined): boolean {
  return !protocols?.length || protocols.some((protocol) => /^[56](\.|$)/.test(protocol));
}

/**
 * Finds a registry's provider protocol (`/.well-known/terraform.json`) and returns a client for it. Both calls throw
 * `HttpProblem` (404: not found) or a plain error that names the problem.
 */
export async function openRegistry(registry: string, limits: HttpLimits) {
  const wellKnown = safeAddress('/.well-known/terraform.json', safeAddress(registry));
  const services = await readJson(wellKnown, Discovery, limits);
  const base = safeAddress(services['providers.v1'].replace(/\/*$/, '/'), wellKnown);
  return {
    /** Versions for this platform that speak protocol 5 or 6, by preference. */
    async versions(source: ProviderSource, platform: string): Promise<string[]> {
      const url = new URL(`${source.namespace}/${source.type}/versions`, base);
      const { versions } = await readJson(url, Versions, limits);
      return versions
        .filter((entry) => isVersion(entry.version) && speaksOurs(entry.protocols))
        .filter((entry) => entry.platforms.some(({ os, arch }) => `${os}_${arch}` === platform))
        .map((entry) => entry.version)
        .sort(byPreference);
    },
    async package(source: ProviderSource, version: string, platform: string): Promise<RegistryPackage> {
      const path = `${source.namespace}/${source.type}/${version}/download/${platform.replace('_', '/')}`;
      const url = new URL(path, base);
      const answer = await readJson(url, Package, limits);
      return {
        filename: answer.filename,
        archive: safeAddress(answer.download_url, url),
        checksum: answer.shasum.toLowerCase(),
        sums: safeAddress(answer.shasums_url, url),
        signature: safeAddress(answer.shasums_signature_url, url),
        keys: answer.signing_keys?.gpg_public_keys?.map((key) => key.ascii_armor) ?? [],
      };
    },
  };
}
