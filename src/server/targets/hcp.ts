import { join } from 'node:path';
import { attribute, constant, labelled } from '../../base/hcl.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { parseModuleFile } from '../../base/module-files.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { Env } from '../config/config.ts';
import { cannot, firstText, homeOf, readIfThere, text, type BackendKind, type Named } from './contract.ts';

const HOST = 'app.terraform.io';

const organizationOf = ({ settings, env }: Named) => firstText(settings.organization, env.TF_CLOUD_ORGANIZATION);

/** The token for a host in a variable: `TF_TOKEN_tfe_acme__corp_example` is for tfe.acme-corp.example. */
function variableFor(host: string, env: Env): string | undefined {
  const named = Object.entries(env).find(([name]) => {
    const [, coded] = /^TF_TOKEN_(.+)$/.exec(name) ?? [];
    return coded?.replaceAll('__', '-').replaceAll('_', '.').toLowerCase() === host.toLowerCase();
  });
  return text(named?.[1]);
}

/** The token in Terraform's or OpenTofu's own configuration: `credentials "host" { token = "…" }`. */
function configured(host: string, env: Env): string | undefined {
  const home = homeOf(env);
  const rc = text(env.TF_CLI_CONFIG_FILE) ?? text(env.TERRAFORM_CONFIG);
  for (const path of rc === undefined ? [join(home, '.terraformrc'), join(home, '.tofurc')] : [rc])
    try {
      const body = parseModuleFile('cli.tf', readIfThere(path) ?? '', new Set(['credentials']), { has: () => true });
      const block = labelled(body, 'credentials').find(({ labels }) => labels[0] === host);
      const token = block && constant(attribute(block.body, 'token'));
      if (token !== undefined) return token;
    } catch {
      // A file that Terraform itself cannot read contains no token.
    }
  return undefined;
}

/** The token that `terraform login` stored. */
function loggedIn(host: string, env: Env): string | undefined {
  const file = readIfThere(homeOf(env), '.terraform.d/credentials.tfrc.json');
  try {
    const { credentials } = JSON.parse(file ?? '{}') as JsonObject;
    const own = isObject(credentials) ? credentials[host] : undefined;
    return isObject(own) ? text(own.token) : undefined;
  } catch {
    return undefined;
  }
}

function workspacesOf({ settings: { workspaces } }: Named): JsonObject {
  const block = Array.isArray(workspaces) ? workspaces[0] : workspaces;
  return isObject(block) ? block : {};
}

/** `cloud` and `remote`: https://developer.hashicorp.com/terraform/cli/cloud/settings */
export const hcp: BackendKind = {
  form: 'hcp://organization or hcp://organization/workspace; TF_CLOUD_HOSTNAME names another server than app.terraform.io',
  readUrl(rest) {
    const [, organization, workspace = ''] = /^([^/]+)\/?([^/]*)$/.exec(rest) ?? [];
    if (organization === undefined) return undefined;
    return { settings: { organization }, prefix: workspace, isExact: workspace !== '' };
  },
  placeOf(named) {
    const { settings, env } = named;
    const hostname = firstText(settings.hostname, env.TF_CLOUD_HOSTNAME) ?? HOST;
    const host = hostname.replace(/^https?:\/\//, '');
    const organization = organizationOf(named);
    if (organization === undefined)
      throw new SourceProblem('not_found', 'The cloud block names no organization: set TF_CLOUD_ORGANIZATION.');
    const token = text(settings.token) ?? variableFor(host, env) ?? configured(host, env) ?? loggedIn(host, env);
    if (token === undefined)
      throw cannot(
        `There is no token for ${host}: run "terraform login ${host}", or set TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}.`,
      );
    return {
      kind: 'hcp',
      settings: { hostname, organization },
      credentials: { token },
      shown: (key) => `hcp://${organization}/${key}`,
    };
  },
  keyOf(named, workspace) {
    const { name, prefix } = workspacesOf(named);
    return text(name) ?? `${text(prefix) ?? ''}${workspace}`;
  },
};
