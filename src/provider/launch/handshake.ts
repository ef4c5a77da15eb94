/** Where a plugin listens and what it speaks. `serverCertificate` is PEM. */
export type Handshake = { protocol: 5 | 6; socket: string; serverCertificate: string };

/** The protocol's shared secret that is none: it tells a plugin that it was not started by hand. */
export const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

function toPem(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/**
 * Reads the one line that a go-plugin server prints: `core|protocol|network|address|grpc|certificate`. Gives what is
 * wrong with it as a clause ("it speaks …") for what cannot be used.
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
