import { attribute, labelled, blocks, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { parseLooseAttributes } from '../../base/hcl-loose.ts';
import { parseModuleJson } from '../../base/module-files.ts';
import { AN_EXPRESSION, evaluate, within, type Evaluated, type Scope } from './evaluate.ts';
import { pathOf } from './module-code.ts';

/** The files from which Terraform reads values of variables, in its order. Later files take precedence. */
export function valueFiles(names: readonly string[]): string[] {
  const auto = names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name)).toSorted();
  return [...['terraform.tfvars', 'terraform.tfvars.json'].filter((name) => names.includes(name)), ...auto];
}

export const parseValueFile = (name: string, text: string): ConfigBody =>
  name.endsWith('.json') ? parseModuleJson(text) : parseLooseAttributes(text);

/** The sources of the values of a root module. */
export type Values = {
  /** Parsed files of values. The last one takes precedence. */
  files: readonly ConfigBody[];
  /** The environment, for `TF_VAR_name`. */
  env: Readonly<Record<string, string | undefined>>;
  /** The selected workspace, if it is known. */
  workspace: string | undefined;
};

const NOTHING: Scope = (reference) => ({ unknown: reference });
const TEXTS: ReadonlySet<unknown> = new Set([undefined, '${string}', '${number}', '${bool}', '${any}', 'string']);
/** Maximum depth of locals that refer to each other. People do not nest them deeper. */
const MAX_DEPTH = 20;

/** Reads `TF_VAR_name`: a string, or an expression if the variable's type is a collection. */
function fromEnvironment(text: string, type: ConfigValue | undefined): Evaluated {
  if (TEXTS.has(type)) return { value: text };
  try {
    const parsed = attribute(parseLooseAttributes(`value = ${text}\n`), 'value');
    return parsed === undefined ? { unknown: AN_EXPRESSION } : evaluate(parsed, NOTHING);
  } catch {
    return { unknown: AN_EXPRESSION };
  }
}

/**
 * Returns a scope that resolves the variables and locals of a root module, if they consist of constants and references
 * to these.
 */
export function moduleScope(bodies: readonly ConfigBody[], { files, env, workspace }: Values): Scope {
  const declared = new Map(
    bodies.flatMap((body) => labelled(body, 'variable')).map(({ labels: [name = ''], body }) => [name, body]),
  );
  const locals = new Map(
    bodies
      .flatMap((body) => blocks(body, 'locals'))
      .flatMap(({ items }) => items.map(({ key, value }) => [key, value] as const)),
  );
  const variable = (name: string): Evaluated => {
    const block = declared.get(name);
    const unknown = { unknown: `var.${name}` };
    if (block === undefined) return unknown;
    const inFile = files.map((file) => attribute(file, name)).findLast((value) => value !== undefined);
    if (inFile !== undefined) return evaluate(inFile, NOTHING);
    const text = env[`TF_VAR_${name}`];
    if (text !== undefined) return fromEnvironment(text, attribute(block, 'type'));
    const fallback = attribute(block, 'default');
    return fallback === undefined ? unknown : evaluate(fallback, NOTHING);
  };
  const scopeAt =
    (depth: number): Scope =>
    (reference) => {
      const [kind, name, ...rest] = pathOf(reference) ?? [];
      const unknown = { unknown: name === undefined ? AN_EXPRESSION : reference };
      if (typeof name !== 'string') return unknown;
      if (kind === 'var') return within(variable(name), rest, reference);
      if (kind === 'path' && (name === 'module' || name === 'root')) return { value: '.' };
      if (reference === 'terraform.workspace' && workspace !== undefined) return { value: workspace };
      const local = kind === 'local' && depth < MAX_DEPTH ? locals.get(name) : undefined;
      return local === undefined ? unknown : within(evaluate(local, scopeAt(depth + 1)), rest, reference);
    };
  return scopeAt(0);
}
