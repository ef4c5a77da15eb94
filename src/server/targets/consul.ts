import { cannot, firstText, readNamed, required, text, type BackendKind, type Named } from './contract.ts';

const LOCAL = '127.0.0.1:8500';

function serverOf({ settings, env }: Named): { address: string; scheme: string } {
  const [, scheme, address = LOCAL] =
    /^(?:(https?):\/\/)?(.*?)\/*$/.exec(firstText(settings.address, env.CONSUL_HTTP_ADDR) ?? LOCAL) ?? [];
  const usual = /^(?:1|true)$/i.test(env.CONSUL_HTTP_SSL ?? '') ? 'https' : 'http';
  return { address, scheme: text(settings.scheme) ?? scheme ?? usual };
}

/** https://developer.hashicorp.com/terraform/language/backend/consul */
export const consul: BackendKind = {
  form: 'consul://host:8500/path, or consul:///path with CONSUL_HTTP_ADDR',
  readUrl(rest) {
    const [, address = '', prefix = ''] = /^([^/]*)\/(.+)$/s.exec(rest) ?? [];
    return prefix === '' ? undefined : { settings: { ...(address !== '' && { address }) }, prefix };
  },
  placeOf(named) {
    const { settings, env } = named;
    if (firstText(settings.http_auth, env.CONSUL_HTTP_AUTH) !== undefined)
      throw cannot('HTTP basic authentication of Consul is not understood here. Use a token.');
    const file = text(env.CONSUL_HTTP_TOKEN_FILE);
    const filed = file === undefined ? undefined : readNamed(file, "Consul's token", named);
    const server = serverOf(named);
    return {
      kind: 'consul',
      settings: { ...server, datacenter: text(settings.datacenter) },
      credentials: { token: firstText(settings.access_token, env.CONSUL_HTTP_TOKEN, filed) },
      shown: (key) => `consul://${server.address}/${key}`,
    };
  },
  keyOf: (named, workspace) => required(named, 'consul', 'path') + (workspace === 'default' ? '' : `-env:${workspace}`),
};
