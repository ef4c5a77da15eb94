import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { ResourceSchema } from '../../base/schema.ts';
import type { Calls } from '../protocol/messages.ts';
import { convertSchema } from './convert.ts';

/**
 * All schemas of one provider in one file, each to be had without the others: a head line
 * `plumbline-schemas 1 <bytes of the index> <its crc32>`, the index as JSON, then the schemas as JSON.
 */
const HEAD = /^plumbline-schemas 1 (\d+) (\d+)\n/;
const HEAD_BYTES = 64;

/** Where a schema lies: offset behind the index, length, crc32. */
type Slice = readonly [number, number, number];
type Index = { schemaOptional: boolean; provider: Slice; resources: Record<string, Slice> };

/** A file that was opened by its index. The functions throw when the part that they read is broken. */
export type SchemaFile = {
  /** The provider works without having been asked for its schema first. */
  readonly schemaOptional: boolean;
  provider(): Promise<ResourceSchema>;
  resource(type: string): Promise<ResourceSchema | undefined>;
};

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function readChecked(file: FileHandle, position: number, length: number, crc: number): Promise<unknown> {
  const bytes = await readBytes(file, position, length);
  if (bytes.length !== length || crc32(bytes) !== crc) throw new Error('the cached schema is damaged');
  return JSON.parse(bytes.toString('utf8'));
}

/** Opens a schema file. Throws when it is not there, is damaged, or has another format. */
export function openSchemaFile(path: string): Promise<SchemaFile> {
  return withFile(path, async (file) => {
    const head = HEAD.exec((await readBytes(file, 0, HEAD_BYTES)).toString('latin1'));
    if (head === null) throw new Error('not a schema file of this format');
    const indexBytes = Number(head[1]);
    if (indexBytes > (await file.stat()).size) throw new Error('the cached schema is damaged');
    const index = (await readChecked(file, head[0].length, indexBytes, Number(head[2]))) as Index;
    const body = head[0].length + indexBytes;
    const schema = ([offset, length, crc]: Slice): Promise<ResourceSchema> =>
      withFile(path, async (again) => (await readChecked(again, body + offset, length, crc)) as ResourceSchema);
    return {
      schemaOptional: index.schemaOptional,
      provider: () => schema(index.provider),
      resource: async (type) => {
        const slice = Object.hasOwn(index.resources, type) ? index.resources[type] : undefined;
        return slice === undefined ? undefined : schema(slice);
      },
    };
  });
}

/**
 * Writes a provider's answer, for its owner alone and all at once: a reader sees the old file or the new one, never a
 * part. Takes the answer apart while it goes, so that its memory can be had back early, and lets others run in between.
 */
export async function writeSchemaFile(path: string, answer: Calls['GetProviderSchema']['response']): Promise<void> {
  const chunks: Buffer[] = [];
  let offset = 0;
  const add = (schema: ResourceSchema): Slice => {
    const bytes = Buffer.from(JSON.stringify(schema));
    const slice: Slice = [offset, bytes.length, crc32(bytes)];
    chunks.push(bytes);
    offset += bytes.length;
    return slice;
  };
  const provider = add(convertSchema(answer.provider ?? { version: 0, block: null }));
  const resources: [string, Slice][] = [];
  for (const [type, schema] of Object.entries(answer.resource_schemas)) {
    resources.push([type, add(convertSchema(schema))]);
    delete answer.resource_schemas[type];
    if (resources.length % 50 === 0) await nextTurn();
  }
  const schemaOptional = answer.server_capabilities?.get_provider_schema_optional ?? false;
  const index = Buffer.from(JSON.stringify({ schemaOptional, provider, resources: Object.fromEntries(resources) }));
  const head = `plumbline-schemas 1 ${index.length} ${crc32(index)}\n`;

  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, Buffer.concat([Buffer.from(head), index, ...chunks]), { mode: 0o600, flush: true });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
