import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Analysis } from '../../src/engine/model/analysis.ts';
import { terminalReport } from '../../src/cli/report/terminal.ts';
import { markdownReport } from '../../src/texts/markdown.ts';
import { runLocalScan, type LocalScanInput } from '../../src/server/compose-scan.ts';
import { otherProviders } from '../needs.ts';
import { terraform } from '../plugin/terraform.ts';
import type { StateDocument } from '../state-document.ts';
import { temporaryDirectory } from '../tmp.ts';

export type Applying = {
  /** The name of the configuration `testkit/servers/NAME.tf`, and the local name of its provider. */
  name: string;
  /** The source of the provider: `cyrilgdn/rabbitmq`. */
  source: string;
  /** The arguments of the default provider block, and of the block with the alias `second`. */
  configs: { first: Record<string, unknown>; second: Record<string, unknown> };
  variables: Record<string, unknown>;
};

/** The analysis of a scan, and its whole output. */
export type Scanned = { analysis: Analysis; shown: string };

/** Applies an estate to two servers with terraform in a directory, and scans states there. */
export async function appliedWorld({ name, source, configs, variables }: Applying) {
  const home = await temporaryDirectory();
  const root = join(home.path, 'root');
  await mkdir(root);
  await copyFile(fileURLToPath(new URL(`${name}.tf`, import.meta.url)), join(root, 'main.tf'));
  const provider = { [name]: [configs.first, { alias: 'second', ...configs.second }] };
  await writeFile(
    join(root, 'providers.tf.json'),
    JSON.stringify({ terraform: { required_providers: { [name]: { source } } }, provider }),
  );
  await writeFile(join(root, 'terraform.tfvars.json'), JSON.stringify(variables));
  const mirror = JSON.stringify(otherProviders());
  await writeFile(
    join(root, 'terraformrc'),
    `provider_installation {\n  filesystem_mirror {\n    path = ${mirror}\n  }\n}\n`,
  );
  async function apply(): Promise<void> {
    const { code, said } = await terraform(root, 'apply', '-auto-approve');
    if (code !== 0) throw new Error(`terraform apply failed: ${said.slice(said.search(/^. ?Error:/m))}`);
  }
  const { code, said } = await terraform(root, 'init');
  if (code !== 0) throw new Error(`terraform init failed: ${said}`);
  await apply();

  /** Reads the state that terraform wrote. */
  const state = async () => JSON.parse(await readFile(join(root, 'terraform.tfstate'), 'utf8')) as StateDocument;

  let runs = 0;
  /** Scans states by their keys, with these entries of PLUMBLINE_PROVIDER_SETTINGS. */
  async function scan(
    states: Record<string, StateDocument>,
    settings: readonly object[],
    more: Partial<LocalScanInput> = {},
  ): Promise<Scanned> {
    const target = join(home.path, `states-${(runs += 1)}`);
    for (const [key, document] of Object.entries(states)) {
      await mkdir(dirname(join(target, key)), { recursive: true });
      await writeFile(join(target, key), JSON.stringify(document));
    }
    const analysis = await runLocalScan({
      target,
      lockFile: false,
      env: {
        HOME: home.path,
        XDG_CACHE_HOME: join(home.path, 'cache'),
        PLUMBLINE_PROVIDER_MIRROR: otherProviders(),
        PLUMBLINE_PROVIDER_SETTINGS: JSON.stringify(settings),
      },
      ...more,
    });
    const reports = [terminalReport(analysis, { width: 120, color: false }), markdownReport(analysis)];
    return { analysis, shown: [JSON.stringify(analysis), ...reports].join('\n') };
  }
  return { root, apply, state, scan, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

/** A state with only the instances of one provider configuration, which becomes the default one. */
export function onlyOf(document: StateDocument, alias?: string): StateDocument {
  const suffix = alias === undefined ? '' : `.${alias}`;
  const own = document.resources.filter(({ provider }) => provider.endsWith(`"]${suffix}`));
  return {
    ...document,
    lineage: `${document.lineage}${suffix}`,
    resources: own.map((resource) => ({
      ...resource,
      provider: resource.provider.slice(0, resource.provider.length - suffix.length),
    })),
  };
}

/** A state with only the resources at these addresses. */
export function onlyResources(document: StateDocument, ...addresses: string[]): StateDocument {
  return {
    ...document,
    resources: document.resources.filter(({ type, name }) => addresses.includes(`${type}.${name}`)),
  };
}
