import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip archive. `name` is written unchanged, even if it is dangerous. */
export type ZipEntry = {
  name: string;
  data: string | Uint8Array;
  /** The Unix mode with file type; default a regular file that everybody may execute. */
  mode?: number;
  /** The size in the header if it is not the data's, as in a zip bomb. */
  statedSize?: number;
  statedCrc?: number;
};

function fields(...values: Array<[bytes: 2 | 4, value: number]>): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** Creates a zip archive, including invalid ones that no normal tool would create. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data as Uint8Array);
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(data);
    const common = fields(
      [2, 20], // version needed
      [2, 0x0800], // names are UTF-8
      [2, 8], // deflate
      [4, 0], // date and time
      [4, entry.statedCrc ?? crc32(data)],
      [4, packed.length],
      [4, entry.statedSize ?? data.length],
      [2, name.length],
      [2, 0], // extra field
    );
    const local = Buffer.concat([fields([4, 0x04034b50]), common, name, packed]);
    const mode = (entry.mode ?? 0o100755) * 0x10000;
    const tail = fields([2, 0], [2, 0], [2, 0], [4, mode], [4, offset]);
    directory.push(Buffer.concat([fields([4, 0x02014b50], [2, 0x031e]), common, tail, name]));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length]);
  return Buffer.concat([...files, central, end, fields([4, central.length], [4, offset], [2, 0])]);
}
