import { fileURLToPath } from 'node:url';
import type { MethodDefinition } from '@grpc/grpc-js';
import { load } from '@grpc/proto-loader';
import type { ServiceDefinition } from '@grpc/proto-loader';
import { PROTOCOL_5_NAMES } from './messages.ts';
import type { Method } from './messages.ts';

/** Path, encoder and decoder of one call, as grpc-js wants them. */
type Rpc = MethodDefinition<object, object>;

/** The calls of one plugin connection. */
export type Definitions = {
  provider(method: Method): Rpc;
  shutdown: Rpc;
  streamStdio: Rpc;
};

async function service(file: string, name: string): Promise<(method: string) => Rpc> {
  const definition = await load(fileURLToPath(new URL(file, import.meta.url)), {
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  });
  const methods = definition[name] as ServiceDefinition;
  return (method) => {
    const rpc = methods[method];
    if (rpc === undefined) throw new Error(`${name} has no ${method} in ${file}`);
    return rpc;
  };
}

/** Reads the protocol's files. Both versions answer to the names of version 6. */
export async function loadDefinitions(protocol: 5 | 6): Promise<Definitions> {
  const [provider, controller, stdio] = await Promise.all([
    service(`./tfplugin${protocol}.proto`, `tfplugin${protocol}.Provider`),
    service('./goplugin.proto', 'plugin.GRPCController'),
    service('./goplugin.proto', 'plugin.GRPCStdio'),
  ]);
  return {
    provider: (method) => provider((protocol === 5 ? PROTOCOL_5_NAMES[method] : undefined) ?? method),
    shutdown: controller('Shutdown'),
    streamStdio: stdio('StreamStdio'),
  };
}
