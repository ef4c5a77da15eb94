import { dirname, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { isObject } from '../../base/json.ts';
import type { Env } from '../config/config.ts';
import {
  cannot,
  firstText,
  pathTo,
  readIfThere,
  readNamed,
  required,
  text,
  type BackendKind,
  type Named,
} from './contract.ts';

type Access = { server: string; token: string; ca: string | undefined };

const POD = '/var/run/secrets/kubernetes.io/serviceaccount';
const HOW = 'Set KUBE_HOST, KUBE_TOKEN ("kubectl create token …") and KUBE_CLUSTER_CA_CERT_DATA.';

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** The entry of a name in a list of a kubeconfig: `{ name: x, user: { … } }`. */
const entry = (config: unknown, list: string, kind: string, name: unknown): unknown => {
  const all = member(config, list);
  return member(Array.isArray(all) ? all.find((one) => member(one, 'name') === name) : undefined, kind);
};

function configOf(named: Named): Access {
  const { settings, env } = named;
  const paths = Array.isArray(settings.config_paths) ? settings.config_paths : [];
  const many = firstText(env.KUBE_CONFIG_PATHS, env.KUBECONFIG)?.split(':');
  const path = firstText(settings.config_path, ...paths, env.KUBE_CONFIG_PATH, ...(many ?? [])) ?? '~/.kube/config';
  const file = readNamed(path, 'The access to the cluster', named);
  let config: unknown;
  try {
    config = parse(file);
  } catch {
    throw cannot(`${path} is no kubeconfig. ${HOW}`);
  }
  const current = firstText(settings.config_context, env.KUBE_CTX, member(config, 'current-context'));
  const context = entry(config, 'contexts', 'context', current);
  const cluster = entry(config, 'clusters', 'cluster', member(context, 'cluster'));
  const user = entry(config, 'users', 'user', member(context, 'user'));
  // Paths in a kubeconfig are relative to its directory.
  const beside = { env, directory: dirname(pathTo(path, named)) };
  const fileOf = (of: unknown, name: string) => {
    const one = text(member(of, name));
    return one === undefined ? undefined : readNamed(one, `What ${path} names`, beside);
  };
  const data = text(member(cluster, 'certificate-authority-data'));
  const server = text(member(cluster, 'server'));
  // A kubeconfig in a stranger's directory could make a file of the person be sent to the stranger's server.
  const isOwn = relative(resolve(named.directory), pathTo(path, named)).startsWith('..');
  const token = text(member(user, 'token')) ?? (isOwn ? text(fileOf(user, 'tokenFile')) : undefined);
  if (server === undefined) throw cannot(`${path} names no cluster for its current context. ${HOW}`);
  if (token === undefined)
    throw cannot(`The user in ${path} has no token: certificates and programs are not used from here. ${HOW}`);
  const ca = data === undefined ? fileOf(cluster, 'certificate-authority') : Buffer.from(data, 'base64').toString();
  return { server, token, ca };
}

function inCluster({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' }: Env): Access {
  const token = text(readIfThere(POD, 'token'));
  if (host === undefined || token === undefined) throw cannot(`This is no pod of a cluster. ${HOW}`);
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    token,
    ca: readIfThere(POD, 'ca.crt'),
  };
}

function accessOf(named: Named): Access {
  const { settings, env } = named;
  const host = firstText(settings.host, env.KUBE_HOST);
  const token = firstText(settings.token, env.KUBE_TOKEN);
  const ca = firstText(settings.cluster_ca_certificate, env.KUBE_CLUSTER_CA_CERT_DATA);
  if (host !== undefined && token !== undefined)
    return { server: host.includes('://') ? host : `https://${host}`, token, ca };
  if (settings.in_cluster_config === true || /^(?:1|true)$/i.test(env.KUBE_IN_CLUSTER_CONFIG ?? ''))
    return inCluster(env);
  const config = configOf(named);
  return { ...config, token: token ?? config.token };
}

/** https://developer.hashicorp.com/terraform/language/backend/kubernetes */
export const kubernetes: BackendKind = {
  form: 'kubernetes://namespace',
  readUrl: (rest) =>
    /^[^/]+\/?$/.test(rest) ? { settings: { namespace: rest.replace(/\/$/, '') }, prefix: '' } : undefined,
  placeOf(named) {
    const { server, token, ca } = accessOf(named);
    const namespace = firstText(named.settings.namespace, named.env.KUBE_NAMESPACE) ?? 'default';
    const shown = (key: string) => `kubernetes://${namespace}/${key}`;
    return { kind: 'kubernetes', settings: { server, namespace, ca }, credentials: { token }, shown };
  },
  keyOf: (named, workspace) => `tfstate-${workspace}-${required(named, 'kubernetes', 'secret_suffix')}`,
};
