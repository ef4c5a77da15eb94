import { readFileSync, readdirSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { join } from 'node:path';
import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls';
import { isLoopback } from '../../../../base/this-machine.ts';
import type { ProxyEnv } from '../../../tunnel/provider-proxy.ts';

export type OutboundAgents = {
  agentFor(url: { protocol: string; hostname: string }): HttpAgent;
  close(): void;
};

const PROXY = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'] as const;

/** The trusted certificates. As with AWS's own tools, a bundle replaces the system's. */
function trusted(env: ProxyEnv): string[] {
  const { AWS_CA_BUNDLE: bundle, SSL_CERT_FILE: file, SSL_CERT_DIR: dirs } = env;
  if (bundle) return [readFileSync(bundle, 'utf8')];
  const own = [
    ...(file ? [readFileSync(file, 'utf8')] : []),
    ...(dirs
      ? dirs.split(':').flatMap((dir) => readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8')))
      : []),
  ];
  return own.length > 0 ? own : [...new Set([...rootCertificates, ...getCACertificates('system')])];
}

/** Keeps and reuses connections to the cloud, through a proxy where the environment names one. */
export function createOutboundAgents(env: ProxyEnv = {}): OutboundAgents {
  const proxyEnv = Object.fromEntries(PROXY.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  // Below the cloud's own idle timeouts, so that few requests meet a closed connection.
  const kept = { keepAlive: true, scheduling: 'lifo', timeout: 15_000 } as const;
  let secure: HttpsAgent | undefined;
  const plain = new HttpAgent({ ...kept, proxyEnv });
  const near = new HttpAgent(kept);
  // Parsing all trusted certificates is slow, so it is done once and on demand.
  const openSecure = () =>
    new HttpsAgent({
      ...kept,
      proxyEnv,
      secureContext: createSecureContext({ ca: trusted(env) }),
      minVersion: 'TLSv1.2',
    });
  return {
    agentFor({ protocol, hostname }) {
      if (protocol === 'https:') return (secure ??= openSecure());
      return isLoopback(hostname) ? near : plain;
    },
    close() {
      for (const agent of [plain, near, secure]) agent?.destroy();
    },
  };
}
