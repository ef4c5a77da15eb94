import { isDeepStrictEqual } from 'node:util';
import { terraform, type Workspace } from './terraform.ts';

/** Terraform's report of one drifted instance: deleted, or the differing top-level attributes. */
export type OracleDrift = { kind: 'deleted' } | { kind: 'changed'; attributes: string[] };

type Values = Record<string, unknown>;
type PlanJson = {
  resource_drift?: {
    address: string;
    mode: string;
    change: { actions: string[]; before: Values; after: Values | null };
  }[];
};
type ModuleJson = { resources?: { address: string; mode: string; values: Values }[]; child_modules?: ModuleJson[] };
type StateJson = { values?: { root_module: ModuleJson } };

function differing(before: Values, after: Values): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)).sort();
}

/** The drift by address according to `terraform plan -refresh-only`, which changes nothing. */
export async function refreshOnlyPlan(workspace: Workspace): Promise<Map<string, OracleDrift>> {
  await terraform(workspace, ['plan', '-refresh-only', '-input=false', '-lock=false', '-out=refresh.tfplan']);
  const plan = JSON.parse(await terraform(workspace, ['show', '-json', 'refresh.tfplan'])) as PlanJson;
  return new Map(
    (plan.resource_drift ?? []).map(({ address, change: { before, after } }): [string, OracleDrift] => [
      address,
      after === null ? { kind: 'deleted' } : { kind: 'changed', attributes: differing(before, after) },
    ]),
  );
}

/** The attributes of every managed instance in the state, by address as terraform writes it. */
export async function stateValues(workspace: Workspace): Promise<Map<string, Values>> {
  const state = JSON.parse(await terraform(workspace, ['show', '-json'])) as StateJson;
  const values = new Map<string, Values>();
  const visit = (module: ModuleJson): void => {
    for (const { address, mode, values: own } of module.resources ?? [])
      if (mode === 'managed') values.set(address, own);
    for (const child of module.child_modules ?? []) visit(child);
  };
  if (state.values) visit(state.values.root_module);
  return values;
}
