import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CHUNK = 1 << 20;

/** The SHA-256 (hex) of a file of any size. One buffer is hashed while the next part is read into the other. */
export async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    let [next, other] = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
    for (let reading = file.read(next, 0, CHUNK); ;) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return hash.digest('hex');
      [next, other] = [other, next];
      reading = file.read(next, 0, CHUNK);
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Writes a private file atomically: no reader sees a part of it. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * The SHA-256 of a file, cached in `cacheDir` while path, size, modification and change time stay the same: a provider
 * has hundreds of megabytes and is needed at every start. A program cannot set back the change time, so a replaced
 * binary of the same size and date is hashed again.
 */
export async function rememberedSha256(path: string, cacheDir: string): Promise<string> {
  const info = await stat(path, { bigint: true });
  const state = `${path}\n${info.size}\n${info.mtimeNs}\n${info.ctimeNs}`;
  const directory = join(cacheDir, 'checksums');
  const record = join(directory, createHash('sha256').update(path).digest('hex'));
  const recorded = await readFile(record, 'utf8').catch(() => '');
  const [checksum, ...rest] = recorded.split('\n');
  if (rest.join('\n') === state && checksum && /^[0-9a-f]{64}$/.test(checksum)) return checksum;
  const computed = await sha256File(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writePrivately(record, `${computed}\n${state}`);
  return computed;
}

/**
 * The checksum of a file in a SHA256SUMS text (hex, lower case); undefined where the text does not list it. Lines are
 * `<hex> <name>`, as `sha256sum` writes them.
 */
export function listedChecksum(sums: string, file: string): string | undefined {
  for (const line of sums.split(/\r?\n/)) {
    const match = /^([0-9a-fA-F]{64}) [ *](.+)$/.exec(line);
    if (match?.[2] === file) return match[1]?.toLowerCase();
  }
  return undefined;
}
