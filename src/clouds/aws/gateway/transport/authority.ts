import { generateKeyPairSync } from 'node:crypto';
import { EXTENSIONS, writeCertificate } from '../../../../base/x509.ts';

/** A certificate authority for host names, which only one provider process trusts. */
export type Authority = {
  /** PEM. */
  certificate: string;
  /** The key and certificate (PEM) of a server with this name. */
  server(host: string): { key: string; cert: string };
};

const NAME = 'Plumbline gateway';
/** Longer than any process lives. */
const YEARS = 5;

/** A certificate authority (ECDSA P-256) whose keys are in memory and nowhere else. */
export function createAuthority(now: Date = new Date()): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const servers = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = servers.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const common = {
    issuer: NAME,
    signWith: own.privateKey,
    from: new Date(now.getTime() - 3_600_000),
    until: new Date(now.getTime() + YEARS * 365 * 86_400_000),
  };
  const certificate = writeCertificate({
    ...common,
    subject: NAME,
    publicKey: own.publicKey,
    extensions: [EXTENSIONS.authority, EXTENSIONS.signsCertificates],
  });
  return {
    certificate,
    server: (host) => ({
      key,
      cert: writeCertificate({
        ...common,
        subject: 'Plumbline gateway server',
        publicKey: servers.publicKey,
        extensions: [EXTENSIONS.signs, EXTENSIONS.server, EXTENSIONS.host(host)],
      }),
    }),
  };
}
