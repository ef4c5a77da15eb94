import { append } from '../../../base/append.ts';
import { compareTexts } from '../../../base/compare.ts';
import type { Expression, Item, SecretVariable } from '../../model/configuration.ts';
import { createAliases } from './aliases.ts';
import { fileText, objectOf, quote } from './hcl.ts';
import type { Importable, ImportedObject } from './importable.ts';
import { createLabels } from './labels.ts';
import { literal } from './resource.ts';
import { withVariables } from './written.ts';

/** A file of Terraform configuration. */
export type ConfigFile = { name: string; text: string };

const bare = (text: string): Expression => [text];
const attribute = (name: string, value: Expression): Item => ({ kind: 'attribute', name, value });

/** Names of files with another purpose, which no service's file may have. */
const RESERVED = new Set(['imports', 'variables', 'providers']);

function importBlock({ import: by }: ImportedObject, address: string, provider: string | undefined): Item {
  const identity = 'identity' in by ? Object.entries(by.identity).filter(([, one]) => one !== null) : [];
  const name =
    'id' in by
      ? attribute('id', bare(quote(by.id)))
      : attribute('identity', objectOf(identity.map(([key, one]) => [key, literal(one)])));
  const given = provider === undefined ? [] : [attribute('provider', bare(provider))];
  return { kind: 'block', type: 'import', labels: [], body: [...given, attribute('to', bare(address)), name] };
}

type Variable = { name: string; about: string; kind: string };

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'bool']);

const variableBlock = ({ name, about, kind }: Variable): Item => ({
  kind: 'block',
  type: 'variable',
  labels: [name],
  body: [
    attribute('description', bare(quote(about))),
    ...(SCALARS.has(kind) ? [attribute('type', bare(kind))] : []),
    attribute('sensitive', bare('true')),
  ],
});

const pathWords = (path: SecretVariable['path']): string => path.map(String).join('_');

/**
 * The files that import objects into a root module: `imports.tf` with one `import` block per object, a file per service
 * with the resources, `variables.tf` with a variable for each secret, and `providers.tf` with an alias for each further
 * region and account. They are formatted as `terraform fmt` does. All names are valid and unique.
 * @param region the provider's own region; by default the region of most objects
 */
export function importFiles(all: readonly Importable[], region?: string): { files: ConfigFile[]; variables: string[] } {
  const label = createLabels();
  const imports: Item[] = [];
  const services = new Map<string, Item[]>();
  const variables: Variable[] = [];
  const aliases = createAliases(all, region);
  for (const one of all) {
    const { object, written } = one;
    const { type, name, cloud_id: id } = object;
    const local = label(type, name ?? id.split(/[:/]/).at(-1) ?? id);
    const address = `${type}.${local}`;
    const alias = aliases.of(one);
    const names = written.variables.map(({ path, kind }): string => {
      const name = label('variable', `${local}_${pathWords(path)}`);
      variables.push({ name, about: `${path.map(String).join('.')} of ${address}`, kind });
      return name;
    });
    imports.push(importBlock(object, address, alias));
    const body = [
      ...(alias === undefined ? [] : [attribute('provider', bare(alias))]),
      ...withVariables(written, names),
    ];
    // The service's name comes from the type, which the provider chose: it may contain any characters.
    const service = object.service.replaceAll(/[^\w-]/g, '_');
    const file = RESERVED.has(service) ? `${service}_` : service;
    append(services, file, { kind: 'block', type: 'resource', labels: [type, local], body });
  }
  const files = [
    { name: 'imports.tf', items: imports },
    { name: 'providers.tf', items: aliases.blocks() },
    ...[...services]
      .toSorted(([a], [b]) => compareTexts(a, b))
      .map(([service, items]) => ({ name: `${service}.tf`, items })),
    { name: 'variables.tf', items: variables.map(variableBlock) },
  ];
  return {
    files: files.filter(({ items }) => items.length > 0).map(({ name, items }) => ({ name, text: fileText(items) })),
    variables: variables.map(({ name }) => name),
  };
}
