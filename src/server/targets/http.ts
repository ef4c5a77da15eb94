import { SourceProblem } from '../../base/state-source.ts';
import { cannot, firstText, text, type BackendKind, type Named } from './contract.ts';

function addressOf({ settings, env }: Named): URL {
  const url = URL.parse(firstText(settings.address, env.TF_HTTP_ADDRESS) ?? '');
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SourceProblem('not_found', 'The backend "http" has no address that could be asked: set TF_HTTP_ADDRESS.');
}

/** One state at an address, also GitLab's: https://developer.hashicorp.com/terraform/language/backend/http */
export const http: BackendKind = {
  form: 'https://host/path',
  // The scheme is part of the address, so `readTargetUrl` passes the whole URL.
  readUrl: (address) => ({ settings: { address }, prefix: '' }),
  placeOf(named) {
    const { settings, env } = named;
    if (firstText(settings.client_certificate_pem, env.TF_HTTP_CLIENT_CERTIFICATE_PEM) !== undefined)
      throw cannot('Client certificates are not sent from here.');
    const url = addressOf(named);
    const username = firstText(settings.username, env.TF_HTTP_USERNAME, decodeURIComponent(url.username));
    const password = firstText(settings.password, env.TF_HTTP_PASSWORD, decodeURIComponent(url.password));
    url.username = '';
    url.password = '';
    url.hash = '';
    return {
      kind: 'http',
      settings: { address: url.href },
      credentials: username === undefined ? {} : { username, password: password ?? '' },
      shown: () => url.origin + url.pathname,
    };
  },
  keyOf(named, workspace) {
    if (workspace !== 'default')
      throw new SourceProblem('not_found', `The backend "http" has no workspaces, so there is no ${workspace}.`);
    return '';
  },
};

const serverOf = (name: string) => (name.includes('://') ? name : `https://${name}`);

/** The states of a project; as a backend they are `http`. */
export const gitlab: BackendKind = {
  form: 'gitlab://group/project; GITLAB_HOST names another server than gitlab.com',
  readUrl: (project) => (/^[^/]+\/.*[^/]$/.test(project) ? { settings: { project }, prefix: '' } : undefined),
  placeOf({ settings, env }) {
    const url = serverOf(firstText(env.GITLAB_HOST, env.CI_SERVER_URL) ?? 'gitlab.com');
    const token = firstText(env.GITLAB_TOKEN, env.GITLAB_ACCESS_TOKEN, env.TF_HTTP_PASSWORD);
    if (token === undefined)
      throw cannot('There is no token of GitLab: set GITLAB_TOKEN to one with the scope read_api.');
    const project = text(settings.project) ?? '';
    const shown = (key: string) => `gitlab://${project}/${key}`;
    return { kind: 'gitlab', settings: { url, project }, credentials: { token }, shown };
  },
  keyOf: (_named, workspace) => workspace,
};
