import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { rememberedSha256 } from './checksum.ts';
import { RECORD } from './packed.ts';

/** A provider on this machine: its binary, and the SHA-256 of its archive, if known. */
export type Package = { path: string; archive?: string };

/** Providers have fewer files. */
const MAX_FILES = 1000;

/**
 * The `h1:` hash of a directory's files: SHA-256 over a line for each file, `<sha256> <name>`, sorted by name
 * (golang.org/x/mod sumdb/dirhash, Hash1; hashicorp/terraform internal/getproviders, PackageHashV1).
 */
export async function packageHash(directory: string, cacheDir: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory() && entry.name !== RECORD)
    .map((entry) => join(entry.parentPath, entry.name));
  if (files.length > MAX_FILES) throw new Error(`it holds more than ${MAX_FILES} files`);
  const named = files.map((file) => ({ file, name: relative(directory, file).split(sep).join('/') }));
  const hash = createHash('sha256');
  for (const { file, name } of named.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))))
    hash.update(`${await rememberedSha256(file, cacheDir)}  ${name}\n`);
  return `h1:${hash.digest('base64')}`;
}

/**
 * Checks a package against a lock file's hashes: `zh:` is the archive's, `h1:` that of its content. Returns the
 * package's own hashes where none matches.
 */
export async function provenBy(
  hashes: readonly string[],
  { path, archive }: Package,
  cacheDir: string,
): Promise<{ proven: true } | { proven: false; own: string[] }> {
  const zh = archive === undefined ? [] : [`zh:${archive}`];
  if (zh.some((one) => hashes.includes(one))) return { proven: true };
  const h1 = await packageHash(dirname(path), cacheDir);
  return hashes.includes(h1) ? { proven: true } : { proven: false, own: [h1, ...zh] };
}
