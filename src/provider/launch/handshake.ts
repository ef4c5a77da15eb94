import { generateKeyPairSync } from 'node:crypto';
import { EXTENSIONS, writeCertificate } from '../../base/x509.ts';

/**
 * Creates a key and a self-signed certificate (ECDSA P-256, one year) with which this process proves to a plugin that
 * it started it (go-plugin's AutoMTLS). The key never leaves the process.
 */
export function createClientCertificate(now: Date = new Date()): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = writeCertificate({
    subject: 'localhost',
    issuer: 'localhost',
    publicKey,
    signWith: privateKey,
    // Self-signed, so it must be allowed to sign certificates as well as to authenticate a client.
    extensions: [EXTENSIONS.authority, EXTENSIONS.signsCertificates, EXTENSIONS.client],
    from: new Date(now.getTime() - 3_600_000),
    until: new Date(now.getTime() + 365 * 86_400_000),
  });
  return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/**
 * The environment of a provider process. Logs are off because a provider's default log holds secret values in clear.
 * Unless the caller sets HOME, it is the private directory, so that no `~/.aws` is read.
 */
export function pluginEnvironment(
  childEnv: Readonly<Record<string, string>>,
  privateDir: string,
  clientCertificate: string,
): Record<string, string> {
  const logs = ['', '_CORE', '_PROVIDER', '_SDK', '_SDK_PROTO', '_SDK_FRAMEWORK', '_PROVIDER_AWS'];
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: privateDir,
    ...childEnv,
    TMPDIR: privateDir,
    ...Object.fromEntries(logs.map((suffix) => [`TF_LOG${suffix}`, 'OFF'])),
    TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    PLUGIN_UNIX_SOCKET_DIR: privateDir,
    PLUGIN_CLIENT_CERT: clientCertificate,
  };
}

/** An environment without variables that name another proxy or endpoint, or a CA bundle for it. */
export function withoutWays(env: Readonly<Record<string, string>>): Record<string, string> {
  const leads = /^(?:(?:HTTPS?|ALL|NO)_PROXY|AWS_ENDPOINT_URL.*|AWS_CA_BUNDLE)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !leads.test(name)));
}

/** A plugin's socket, protocol and certificate (`serverCertificate`, PEM). */
export type Handshake = { protocol: 5 | 6; socket: string; serverCertificate: string };

/** The protocol's public cookie, which shows a plugin that it was not started by hand. */
export const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

function toPem(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/**
 * Parses the line that a go-plugin server prints: `core|protocol|network|address|grpc|certificate`. For an unusable
 * line, `wrong` is the problem as a clause ("it speaks …").
 */
export function parseHandshake(line: string): Handshake | { wrong: string } {
  const [core, protocol, network, address, transport, certificate] = line.trim().split('|');
  if (core === undefined || !/^\d+$/.test(core) || !address || !/^\d+$/.test(protocol ?? ''))
    return { wrong: 'it does not introduce itself as a Terraform provider' };
  if (core !== '1') return { wrong: `it wants version ${core} of the plugin handshake, and only version 1 is spoken` };
  if (protocol !== '5' && protocol !== '6')
    return { wrong: `it speaks plugin protocol ${protocol}; protocols 5 and 6 are supported` };
  if (transport !== 'grpc') return { wrong: `it speaks ${transport || 'net/rpc'} instead of gRPC` };
  if (network !== 'unix') return { wrong: `it listens on a ${network} address instead of a unix socket` };
  if (!certificate) return { wrong: 'it does not offer an encrypted connection (AutoMTLS)' };
  return { protocol: protocol === '5' ? 5 : 6, socket: address, serverCertificate: toPem(certificate) };
}
