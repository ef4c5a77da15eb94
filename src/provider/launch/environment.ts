import { MAGIC_COOKIE } from './handshake.ts';

/**
 * Everything that one provider process gets to see. The logs are off because a provider's default log holds secret
 * values in clear. Without a HOME of the caller's choice it is the private directory, so that no `~/.aws` is read.
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

/** An environment without what names another way out, or whom to trust on it. */
export function withoutWays(env: Readonly<Record<string, string>>): Record<string, string> {
  const leads = /^(?:(?:HTTPS?|ALL|NO)_PROXY|AWS_ENDPOINT_URL.*|AWS_CA_BUNDLE)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !leads.test(name)));
}
