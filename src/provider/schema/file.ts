import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Calls } from '../protocol/messages.ts';

/**
 * All schemas of one provider in one file, each readable alone: a head line `plumbline-schemas 3 <bytes of the index>
 * <its crc32>`, the index as JSON, then the schemas in the provider's encoding.
 */
const HEAD = /^plumbline-schemas 3 (\d+) (\d+)\n/;
const HEAD_BYTES = 64;

/** A schema's position: offset after the index, length, crc32. */
type Slice = readonly [number, number, number];
type Index = {
  protocol: 5 | 6;
  schemaOptional: boolean;
  provider: Slice;
  resources: Record<string, Slice>;
  lists: Record<string, Slice>;
};

/** A provider's answer with its schemas, and the protocol. */
export type SchemaAnswer = Calls['GetProviderSchema']['response'] & { protocol: 5 | 6 };

/** An opened schema file. Schemas are encoded. The functions throw where the part that they read is damaged. */
export type SchemaFile = Pick<Index, 'protocol' | 'schemaOptional'> & {
  provider(): Promise<Uint8Array>;
  resource(type: string): Promise<Uint8Array | undefined>;
  /** The types that the provider lists, and the schema of what each list takes. */
  listedTypes(): string[];
  list(type: string): Promise<Uint8Array | undefined>;
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

async function readChecked(file: FileHandle, position: number, length: number, crc: number): Promise<Buffer> {
  const bytes = await readBytes(file, position, length);
  if (bytes.length !== length || crc32(bytes) !== crc) throw new Error('the cached schema is damaged');
  return bytes;
}

/** Opens a schema file. Throws where it is missing, damaged, or of another format. */
export function openSchemaFile(path: string): Promise<SchemaFile> {
  return withFile(path, async (file) => {
    const head = HEAD.exec((await readBytes(file, 0, HEAD_BYTES)).toString('latin1'));
    if (head === null) throw new Error('not a schema file of this format');
    const indexBytes = Number(head[1]);
    if (indexBytes > (await file.stat()).size) throw new Error('the cached schema is damaged');
    const text = await readChecked(file, head[0].length, indexBytes, Number(head[2]));
    const { protocol, schemaOptional, provider, resources, lists } = JSON.parse(text.toString('utf8')) as Index;
    const body = head[0].length + indexBytes;
    const schema = ([offset, length, crc]: Slice): Promise<Uint8Array> =>
      withFile(path, (again) => readChecked(again, body + offset, length, crc));
    const of = async (slices: Record<string, Slice>, type: string) => {
      const slice = Object.hasOwn(slices, type) ? slices[type] : undefined;
      return slice === undefined ? undefined : schema(slice);
    };
    return {
      protocol,
      schemaOptional,
      provider: () => schema(provider),
      resource: (type) => of(resources, type),
      listedTypes: () => Object.keys(lists),
      list: (type) => of(lists, type),
    };
  });
}

/**
 * Writes a provider's answer into a private file, atomically: a reader sees the old file or the new one, never a part.
 * Checksums detect the damage of a machine crash.
 */
export async function writeSchemaFile(path: string, answer: SchemaAnswer): Promise<void> {
  const chunks: Uint8Array[] = [];
  let offset = 0;
  const add = (bytes: Uint8Array): Slice => {
    const slice: Slice = [offset, bytes.length, crc32(bytes)];
    chunks.push(bytes);
    offset += bytes.length;
    return slice;
  };
  const { protocol, server_capabilities: can } = answer;
  const provider = add(answer.provider);
  const addAll = (schemas: Record<string, Uint8Array>) =>
    Object.fromEntries(Object.entries(schemas).map(([type, bytes]) => [type, add(bytes)]));
  const [lists, resources] = [addAll(answer.list_resource_schemas), addAll(answer.resource_schemas)];
  const schemaOptional = can?.get_provider_schema_optional ?? false;
  const index: Index = { protocol, schemaOptional, provider, resources, lists };
  const text = Buffer.from(JSON.stringify(index));
  const head = `plumbline-schemas 3 ${text.length} ${crc32(text)}\n`;

  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, Buffer.concat([Buffer.from(head), text, ...chunks]), { mode: 0o600 });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
