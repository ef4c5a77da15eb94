import { compileGlob, matchesGlob, type Glob } from '../../engine/model/glob.ts';
import { isPublicHost, parseProviderSource } from './source.ts';

/** A pattern of provider addresses. Without a host, it matches the public registries. */
export type ProviderPattern = { text: string; host: Glob | undefined; namespace: Glob; type: Glob };

const PART = /^[\p{L}\p{N}*](?:[\p{L}\p{N}_.:*-]*[\p{L}\p{N}*])?$/u;

/**
 * Parses `hashicorp/google`, `acme/*` or `registry.example.com/acme/*`; a `*` stands for any text within its part.
 * Undefined for any other text: a type alone (`aws`) does not say whose provider it is.
 */
export function parseProviderPattern(text: string): ProviderPattern | undefined {
  const parts = text.toLowerCase().split('/');
  const [type = '', namespace = '', host] = parts.toReversed();
  if (parts.length < 2 || parts.length > 3 || text.length > 256 || !parts.every((part) => PART.test(part)))
    return undefined;
  return {
    text,
    host: host === undefined ? undefined : compileGlob(host),
    namespace: compileGlob(namespace),
    type: compileGlob(type),
  };
}

/** True where a pattern matches the provider's address; false for a text that is no address. */
export function meantBy(patterns: readonly ProviderPattern[], address: string): boolean {
  const source = parseProviderSource(address);
  if (!source) return false;
  return patterns.some(
    ({ host, namespace, type }) =>
      (host ? matchesGlob(host, source.host) : isPublicHost(source.host)) &&
      matchesGlob(namespace, source.namespace) &&
      matchesGlob(type, source.type),
  );
}
