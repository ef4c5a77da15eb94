import { fileURLToPath } from 'node:url';
import type { MessageTypeDefinition, PackageDefinition, ServiceDefinition } from '@grpc/proto-loader';
import { PROTOCOL_5_NAMES, type Method, type ProtoSchema } from './messages.ts';

/** The path, encoder and decoder of a call. */
export type Rpc = {
  path: string;
  requestSerialize(message: object): Buffer;
  responseDeserialize(bytes: Buffer): object;
};

/** The calls of one plugin connection. */
export type Definitions = {
  provider(method: Method): Rpc;
  list: Rpc;
  shutdown: Rpc;
  streamStdio: Rpc;
};

/** The path of a protocol's file: `tfplugin5.proto`, `tfplugin6.proto` or `goplugin.proto`. */
export const protocolFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function read(file: string): Promise<PackageDefinition> {
  // Loaded on demand: no provider runs at the start of a server.
  const { load } = await import('@grpc/proto-loader');
  return load(protocolFile(file), {
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  });
}

async function service(file: string, name: string): Promise<(method: string) => Rpc> {
  const methods = (await read(file))[name] as ServiceDefinition;
  return (method) => {
    const rpc = methods[method];
    if (rpc === undefined) throw new Error(`${name} has no ${method} in ${file}`);
    return rpc;
  };
}

/** Reads the protocol's files. Both versions have the names of version 6. */
export async function loadDefinitions(protocol: 5 | 6): Promise<Definitions> {
  const [provider, controller, stdio] = await Promise.all([
    service(`tfplugin${protocol}.proto`, `tfplugin${protocol}.Provider`),
    service('goplugin.proto', 'plugin.GRPCController'),
    service('goplugin.proto', 'plugin.GRPCStdio'),
  ]);
  return {
    provider: (method) => provider((protocol === 5 ? PROTOCOL_5_NAMES[method] : undefined) ?? method),
    list: provider('ListResource'),
    shutdown: controller('Shutdown'),
    streamStdio: stdio('StreamStdio'),
  };
}

/** Returns a decoder for the schemas that the answer to `GetProviderSchema` keeps as bytes. */
export async function loadSchemaDecoder(protocol: 5 | 6): Promise<(bytes: Uint8Array) => ProtoSchema> {
  const definition = await read(`tfplugin${protocol}.proto`);
  const { deserialize } = definition[`tfplugin${protocol}.Schema`] as MessageTypeDefinition<object, ProtoSchema>;
  return (bytes) => deserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
