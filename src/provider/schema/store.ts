import { join } from 'node:path';
import { ProviderProblem } from '../contract/problem.ts';
import type { ResourceSchema } from '../../base/schema.ts';
import { schemaReader, type ReadSchema } from './convert.ts';
import { openSchemaFile, writeSchemaFile, type SchemaAnswer, type SchemaFile } from './file.ts';

/**
 * True where a provider knows all these types, in this schema version or a newer one. Also true for a provider that
 * gives no schema at all: its use reports the reason.
 */
export async function fitsSchemas(
  schemas: Pick<SchemaStore, 'resource'>,
  versions: Readonly<Record<string, number>>,
): Promise<boolean> {
  try {
    for (const [type, version] of Object.entries(versions)) {
      const schema = await schemas.resource(type);
      if (schema === undefined || schema.version < version) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof ProviderProblem) return true;
    throw error;
  }
}

/** The schemas of one provider: the used ones in memory, the others on disk. */
export type SchemaStore = {
  /** The provider works without a preceding GetProviderSchema call. */
  schemaOptional(): Promise<boolean>;
  provider(): Promise<ResourceSchema>;
  /** Undefined for a type that the provider does not know. */
  resource(type: string): Promise<ResourceSchema | undefined>;
  /** The types that the provider lists without an argument, such as a parent. */
  listedTypes(): Promise<ReadonlySet<string>>;
  /** Whether types use the legacy SDK, as far as plans have shown it; schemas do not. */
  readonly legacyTypes: Map<string, boolean>;
};

/**
 * A store that keeps schemas under `cacheDir` by the provider's checksum. `fetch` asks the provider where nothing is
 * cached or the cache is damaged; its errors are passed on.
 */
export function createSchemaStore(cacheDir: string, checksum: string, fetch: () => Promise<SchemaAnswer>): SchemaStore {
  const path = join(cacheDir, 'schemas', checksum.replaceAll(/[^\w-]/g, '_'));
  const loaded = new Map<string, Promise<ResourceSchema | undefined>>();
  let file: Promise<SchemaFile> | undefined;
  let reader: { protocol: 5 | 6; read: Promise<ReadSchema> } | undefined;

  const refetch = async (): Promise<SchemaFile> => {
    await writeSchemaFile(path, await fetch());
    return openSchemaFile(path);
  };
  const keep = (opening: Promise<SchemaFile>): Promise<SchemaFile> => {
    file = opening;
    opening.catch(() => {
      if (file === opening) file = undefined;
    });
    return opening;
  };
  const opened = (): Promise<SchemaFile> => file ?? keep(openSchemaFile(path).catch(refetch));

  const readerOf = (protocol: 5 | 6): Promise<ReadSchema> => {
    if (reader?.protocol !== protocol) reader = { protocol, read: schemaReader(protocol) };
    return reader.read;
  };

  /** Reads a part of the file; where it is damaged, of a fresh one. */
  async function read(part: (from: SchemaFile) => Promise<Uint8Array>): Promise<ResourceSchema>;
  async function read(part: (from: SchemaFile) => Promise<Uint8Array | undefined>): Promise<ResourceSchema | undefined>;
  async function read(part: (from: SchemaFile) => Promise<Uint8Array | undefined>) {
    const opening = opened();
    let from = await opening;
    let bytes: Uint8Array | undefined;
    try {
      bytes = await part(from);
    } catch {
      from = await (file === opening ? keep(refetch()) : opened());
      bytes = await part(from);
    }
    return bytes && (await readerOf(from.protocol))(bytes);
  }

  const remember = (
    name: string,
    get: () => Promise<ResourceSchema | undefined>,
  ): Promise<ResourceSchema | undefined> => {
    const cached = loaded.get(name);
    if (cached !== undefined) return cached;
    const getting = get();
    loaded.set(name, getting);
    getting.catch(() => loaded.delete(name));
    return getting;
  };

  const listedTypes = async (): Promise<ReadonlySet<string>> => {
    const types: string[] = [];
    for (const type of (await opened()).listedTypes()) {
      const schema = await read((from) => from.list(type));
      const members = Object.values(schema?.block.members ?? {});
      if (!members.some((one) => one.role === 'attribute' && one.required)) types.push(type);
    }
    return new Set(types);
  };

  return {
    schemaOptional: async () => (await opened()).schemaOptional,
    provider: () => read((from) => from.provider()),
    resource: (type) => remember(type, () => read((from) => from.resource(type))),
    listedTypes,
    legacyTypes: new Map(),
  };
}
