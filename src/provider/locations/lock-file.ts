import { attribute, isBody, parseConfigSyntax, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { formatProviderSource, parseProviderSource, twinSource } from '../address/source.ts';
import { isVersion } from '../address/version.ts';
import type { LockedVersion } from '../contract/types.ts';

/** The locked versions of a dependency lock file, by fully qualified provider address. */
export type LockedVersions = ReadonlyMap<string, LockedVersion>;

const SETTINGS = new Set(['version', 'constraints', 'hashes']);
const HASH = /^[a-z0-9]+:[A-Za-z0-9+/=]{1,200}$/;

function text(value: ConfigValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function hashesOf(value: ConfigValue | undefined, of: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`the hashes of ${of} are no list`);
  return value.map((one) => {
    if (typeof one !== 'string' || !HASH.test(one)) throw new Error(`a hash of ${of} is none such as "h1:…" or "zh:…"`);
    return one;
  });
}

function locked(labels: readonly string[], body: ConfigBody): [string, LockedVersion] {
  const [label = ''] = labels;
  const source = labels.length === 1 && label.split('/').length === 3 ? parseProviderSource(label) : undefined;
  if (!source)
    throw new Error('a provider block is not called by an address such as "registry.terraform.io/hashicorp/aws"');
  const address = formatProviderSource(source);
  const names = body.items.map(({ key }) => key);
  const odd = names.find((name) => !SETTINGS.has(name));
  if (odd !== undefined) throw new Error(`the block of ${address} has something that no lock file has`);
  if (new Set(names).size < names.length) throw new Error(`the block of ${address} says something twice`);
  const version = text(attribute(body, 'version'));
  if (version === undefined || !isVersion(version)) throw new Error(`the block of ${address} names no version`);
  return [address, { version, hashes: hashesOf(attribute(body, 'hashes'), address) }];
}

/**
 * Parses a `.terraform.lock.hcl`. Nothing is evaluated or ignored: throws an error that says, without repeating the
 * file, which part does not belong into a lock file.
 */
export function parseLockFile(content: string): LockedVersions {
  if (content.trimStart().startsWith('{')) throw new Error('it is JSON, which no lock file is');
  const versions = new Map<string, LockedVersion>();
  for (const { key, labels, value } of parseConfigSyntax(content).items) {
    if (key !== 'provider' || !isBody(value)) throw new Error('it has something besides provider blocks');
    const [address, version] = locked(labels, value);
    if (versions.has(address)) throw new Error(`it has two blocks for ${address}`);
    versions.set(address, version);
  }
  return versions;
}

/** A provider's entry in the lock file: of its own address, else of its twin's at the other public registry. */
export function lockedVersion(versions: LockedVersions, address: string): LockedVersion | undefined {
  const own = versions.get(address);
  const source = parseProviderSource(address);
  const twin = source && twinSource(source);
  return own ?? (twin && versions.get(formatProviderSource(twin)));
}
