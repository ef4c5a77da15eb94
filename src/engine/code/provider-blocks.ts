import { attribute, blocks, constant, isBody, labelled, type ConfigBody } from '../../base/hcl.ts';
import { byPrecedence, isOverride } from '../../base/module-files.ts';
import type { JsonObject } from '../../base/json.ts';
import { parseProviderAddress, type ProviderAddress } from '../state/provider-address.ts';
import { AN_EXPRESSION, evaluate, isKnown, type Scope } from './evaluate.ts';
import type { ParsedFile } from './hcl-settings.ts';

/** The known settings of a `provider` block. `unknown` names the other ones: `host (var.host)`. */
export type Configuration = { config: JsonObject; unknown?: string };

/** Arguments of the block that belong to Terraform, not to the provider. */
const OWN = new Set(['alias', 'version', 'for_each']);

/** Shortens the address of a provider, so that both public registries give the same name. */
const shortened = (source: string): string => source.replace(/^registry\.(?:terraform\.io|opentofu\.org)\//, '');

/** The name of a configuration of the root module: `cyrilgdn/postgresql`, `cyrilgdn/postgresql.west`. */
export const blockOf = ({ source, alias }: Pick<ProviderAddress, 'source' | 'alias'>): string =>
  alias === undefined ? shortened(source) : `${shortened(source)}.${alias}`;

/** Returns a function that finds the address of a provider by its local name in `required_providers`. */
function sourcesOf(bodies: readonly ConfigBody[]): (local: string) => string {
  const required = bodies
    .flatMap((body) => blocks(body, 'terraform'))
    .flatMap((one) => blocks(one, 'required_providers'))
    .flatMap(({ items }) => items);
  const sources = new Map(
    required.flatMap(({ key, value }) => {
      const source = isBody(value) ? constant(attribute(value, 'source')) : undefined;
      return source === undefined ? [] : [[key, source] as const];
    }),
  );
  return (local) => parseProviderAddress(`provider["${sources.get(local) ?? local}"]`)?.source ?? local;
}

function configurationOf({ items }: ConfigBody, scope: Scope): Configuration {
  const unknown = new Set<string>();
  const known = items.filter((item) => {
    if (OWN.has(item.key)) return false;
    const result = evaluate({ items: [item] }, scope);
    if (isKnown(result)) return true;
    unknown.add(result.unknown === AN_EXPRESSION ? item.key : `${item.key} (${result.unknown})`);
    return false;
  });
  const whole = evaluate({ items: known }, scope);
  const config = isKnown(whole) ? (whole.value as JsonObject) : {};
  return unknown.size === 0 ? { config } : { config, unknown: [...unknown].join(', ') };
}

/**
 * Reads the configurations of a root module by their names (see `blockOf`). Override files replace settings. If a
 * configuration has two blocks, none of its settings are used.
 */
export function configurationsIn(files: readonly ParsedFile[], scope: Scope): Map<string, Configuration> {
  const parsed = files.toSorted((a, b) => byPrecedence(a.file, b.file));
  const sourceOf = sourcesOf(parsed.map(({ body }) => body));
  const merged = new Map<string, ConfigBody>();
  const twice = new Set<string>();
  for (const { file, body } of parsed)
    for (const {
      labels: [local = ''],
      body: block,
    } of labelled(body, 'provider')) {
      const written = attribute(block, 'alias') ?? undefined;
      const alias = constant(written);
      if (written !== undefined && alias === undefined) continue;
      const name = blockOf({ source: sourceOf(local), ...(alias !== undefined && { alias }) });
      const before = merged.get(name);
      if (before && !isOverride(file)) twice.add(name);
      const keys = new Set(block.items.map(({ key }) => key));
      merged.set(name, { items: [...(before?.items ?? []).filter(({ key }) => !keys.has(key)), ...block.items] });
    }
  return new Map(
    [...merged].map(([name, block]) => [
      name,
      twice.has(name) ? { config: {}, unknown: 'more than one provider block' } : configurationOf(block, scope),
    ]),
  );
}
