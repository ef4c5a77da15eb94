import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { protocolFile } from '../../src/provider/protocol/definitions.ts';
import { promisify } from 'node:util';
import {
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { load } from '@grpc/proto-loader';
import { certificatePem, serverCertificate } from './certificate.ts';

const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

export type Protocol = 5 | 6;
type Env = Readonly<Record<string, string | undefined>>;

/**
 * The output of a running provider on stdout (1) and stderr (2). Writing waits until it is read, as in a real provider.
 */
export type Output = {
  say(channel: 1 | 2, text: string): Promise<void>;
  /** Closes every connection, and the socket; the process keeps running. */
  hangUp(): void;
};

export type PluginSettings = {
  env: Env;
  /** The protocols of the plugin. It uses the highest protocol that the client supports. */
  protocols: readonly Protocol[];
  implementation: (protocol: Protocol, output: Output) => UntypedServiceImplementation;
};

async function service(file: string, name: string): Promise<ServiceDefinition> {
  const definition = await load(protocolFile(file), { keepCase: true, longs: Number, defaults: true, oneofs: true });
  return definition[name] as ServiceDefinition;
}

function chooseProtocol(offered: string | undefined, spoken: readonly Protocol[]): Protocol {
  const wanted = (offered ?? '').split(',').map(Number);
  const common = spoken.filter((protocol) => wanted.includes(protocol));
  // As in go-plugin: without a match it serves the lowest version, and the client reports the mismatch.
  return (common.length > 0 ? Math.max(...common) : Math.min(...spoken)) as Protocol;
}

function security(clientCertificate: string | undefined): { credentials: ServerCredentials; encoded: string } {
  if (!clientCertificate) return { credentials: ServerCredentials.createInsecure(), encoded: '' };
  const { certificate, key } = serverCertificate();
  const pair = { private_key: Buffer.from(key), cert_chain: Buffer.from(certificatePem(certificate)) };
  return {
    credentials: ServerCredentials.createSsl(Buffer.from(clientCertificate), [pair], true),
    encoded: certificate.toString('base64').replace(/=+$/, ''),
  };
}

type Answer = (error: null, response: object) => void;
type StdioStream = ServerWritableStream<object, { channel: number; data: Buffer }>;

function stdio(): { output: Pick<Output, 'say'>; implementation: UntypedServiceImplementation } {
  const subscriber = Promise.withResolvers<StdioStream>();
  return {
    output: {
      async say(channel, text) {
        const stream = await subscriber.promise;
        for (let at = 0; at < text.length; at += 1024) {
          const data = Buffer.from(text.slice(at, at + 1024));
          if (!stream.write({ channel, data })) await once(stream, 'drain');
        }
      },
    },
    implementation: { StreamStdio: (stream: StdioStream) => subscriber.resolve(stream) },
  };
}

/**
 * Serves a provider as hashicorp/go-plugin does: refuses to run without the magic cookie, listens on a unix socket in
 * `PLUGIN_UNIX_SOCKET_DIR`, uses AutoMTLS if `PLUGIN_CLIENT_CERT` is set, prints the handshake line, ignores SIGINT,
 * and ends the process on `GRPCController/Shutdown`.
 */
export async function servePlugin({ env, protocols, implementation }: PluginSettings): Promise<void> {
  if (env.TF_PLUGIN_MAGIC_COOKIE !== MAGIC_COOKIE) {
    process.stderr.write('This binary is a plugin. These are not meant to be executed directly.\n');
    process.exit(1);
  }
  process.on('SIGINT', () => undefined);
  const protocol = chooseProtocol(env.PLUGIN_PROTOCOL_VERSIONS, protocols);
  const socket = join(env.PLUGIN_UNIX_SOCKET_DIR ?? tmpdir(), `plugin${randomBytes(5).toString('hex')}`);
  process.on('exit', () => rmSync(socket, { force: true }));
  const limits = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
  const server = new Server(limits);
  const io = stdio();
  const provider = await service(`tfplugin${protocol}.proto`, `tfplugin${protocol}.Provider`);
  // Terraform's core calls it before it plans. An empty response means that the configuration is valid.
  const validation = protocol === 5 ? 'ValidateResourceTypeConfig' : 'ValidateResourceConfig';
  server.addService(provider, {
    [validation]: (_: unknown, answer: Answer) => answer(null, {}),
    ...implementation(protocol, { ...io.output, hangUp: () => server.forceShutdown() }),
  });
  server.addService(await service('goplugin.proto', 'plugin.GRPCStdio'), io.implementation);
  server.addService(await service('goplugin.proto', 'plugin.GRPCController'), {
    Shutdown: (_: unknown, answer: Answer) => {
      answer(null, {});
      setTimeout(() => process.exit(0), 10);
    },
  });
  const { credentials, encoded } = security(env.PLUGIN_CLIENT_CERT);
  await promisify(server.bindAsync.bind(server))(`unix:${socket}`, credentials);
  process.stdout.write(`1|${protocol}|unix|${socket}|grpc|${encoded}\n`);
}
