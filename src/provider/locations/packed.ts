import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry } from 'yauzl';
import { sha256File, writePrivately } from './checksum.ts';
import { binaryVersion } from './mirror.ts';

/** Limits for an archive's content; the largest provider has 0.8 GB in three files. */
export type ArchiveLimits = { files: number; bytes: number };
export const ARCHIVE_LIMITS: ArchiveLimits = { files: 1000, bytes: 4 * 1024 ** 3 };

/** A binary that Plumbline unpacked, with its checksum at that time and, where recorded, its archive's. */
export type Unpacked = { path: string; checksum: string; archive?: string };

/** The record beside the binary: its checksum, its name, and the archive's checksum. */
export const RECORD = '.plumbline-checksum';
const LEFT_BEHIND_MS = 24 * 3600 * 1000;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

/** Accepts plain relative names only, for any operating system. yauzl itself also refuses `..` and absolute names. */
function isPlainName(name: string): boolean {
  return name.split('/').every((part) => /^[^\\:\0]+$/.test(part) && part !== '.' && part !== '..');
}

function check(entry: Entry): void {
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode & FILE_TYPE;
  if (!isPlainName(entry.fileName)) throw new Error('an entry has a name that leads out of the archive');
  if (type !== 0 && type !== REGULAR) throw new Error('an entry is a link or a device');
  if (!entry.canDecodeFileData()) throw new Error('an entry is encrypted or compressed in an unknown way');
}

/** Checks the CRC, which yauzl does not: otherwise a damaged archive without a signature would pass. */
async function* checked(chunks: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw new Error('an entry is damaged');
}

/** Unpacks an archive into a private directory. Throws at the first entry that is no part of a provider's archive. */
async function extract(archive: string, directory: string, limits: ArchiveLimits): Promise<void> {
  const zip = await openPromise(archive, { strictFileNames: true });
  let files = 0;
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (++files > limits.files) throw new Error(`it holds more than ${limits.files} files`);
      if (entry.fileName.endsWith('/')) continue;
      check(entry);
      // yauzl fails the stream as soon as it exceeds the stated size.
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) throw new Error(`it holds more than ${limits.bytes} bytes`);
      const target = join(directory, entry.fileName);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(
        await zip.openReadStreamPromise(entry),
        (chunks: AsyncIterable<Buffer>) => checked(chunks, entry),
        createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      );
    }
  } finally {
    zip.close();
  }
}

/** Creates a work directory on the cache's file system, and removes those that killed processes left. */
export async function workDirectory(cacheDir: string): Promise<{ path: string } & AsyncDisposable> {
  const parent = join(cacheDir, 'tmp');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) {
    const info = await stat(join(parent, name)).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > LEFT_BEHIND_MS)
      await rm(join(parent, name), { recursive: true, force: true });
  }
  const path = await mkdtemp(join(parent, 'work-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The result of an earlier `unpackArchive` in a directory; undefined where it is incomplete. */
export async function readUnpacked(directory: string): Promise<Unpacked | undefined> {
  const text = await readFile(join(directory, RECORD), 'utf8').catch(() => undefined);
  const [checksum, binary, archive] = text?.split(' ') ?? [];
  if (!checksum || !binary) return undefined;
  return { path: join(directory, binary), checksum, ...(archive ? { archive } : {}) };
}

/**
 * Unpacks a provider's archive into `directory` atomically, with a record of the binary's checksum. Does nothing where
 * it exists. Of two concurrent processes, the first one's result stays. Throws a plain error that names the archive's
 * problem.
 */
export async function unpackArchive(
  archive: string,
  type: string,
  directory: string,
  cacheDir: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Unpacked> {
  const before = await readUnpacked(directory);
  if (before) return before;
  await using work = await workDirectory(cacheDir);
  const inside = join(work.path, 'files');
  await mkdir(inside, { mode: 0o700 });
  await extract(archive, inside, limits);
  const binary = (await readdir(inside)).sort().find((name) => binaryVersion(name, type) !== undefined);
  if (binary === undefined) throw new Error(`it holds no terraform-provider-${type}`);
  await chmod(join(inside, binary), 0o700);
  const checksum = await sha256File(join(inside, binary));
  const packed = await sha256File(archive);
  await writePrivately(join(inside, RECORD), `${checksum} ${binary} ${packed}`);
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await rename(inside, directory).catch(async (error: unknown) => {
    if (!(await readUnpacked(directory))) throw error;
  });
  return { path: join(directory, binary), checksum, archive: packed };
}
