import { maskName } from '../mask/mask.ts';
import { backendOf, namesDefault, namesState, nativeKeys, settingNames } from './backends.ts';
import { lockOf, lockSettings } from './lock-settings.ts';
import { nameIn } from './paths.ts';
import type { BackendSetting, BackendSettings, Claim } from './types.ts';

/** A root module with a backend whose states can be claimed. */
export type Root = { directory: string; file: string; type: string; settings: BackendSettings };

/** A `-backend-config` file. `host` is the directory of the root module that contains it, if any. */
export type BackendFile = { path: string; settings: BackendSettings; host: string | undefined };

type Report = (path: string, detail: string) => void;
type Named = Pick<Claim, 'path' | 'source' | 'why'>;

/** The claim on a state in an S3 bucket, with those of its workspaces. */
function s3Claims(settings: BackendSettings, named: Named): Claim[] {
  const { bucket, key, workspace_key_prefix: prefix } = settings;
  if (key === undefined || key === null) return [];
  const lock = lockOf(settings);
  return [
    {
      key,
      ...(prefix === null ? {} : { workspaces: prefix ?? 'env:' }),
      ...(bucket === undefined || bucket === null ? {} : { bucket }),
      ...(lock && { lock }),
      ...named,
    },
  ];
}

/** The claims on the states of another backend: one for the default workspace, and a pattern for the others. */
function placeClaims(type: string, settings: BackendSettings, named: Named): Claim[] {
  const known = Object.entries(settings).filter(([, value]) => typeof value === 'string');
  const place = { kind: type, settings: Object.fromEntries(known) as BackendSettings };
  const { key, pattern } = nativeKeys(type, place.settings);
  return [
    ...(key === undefined ? [] : [{ key, place, ...named }]),
    ...(pattern === undefined ? [] : [{ key: pattern, glob: true as const, place, ...named }]),
  ];
}

const pick = (settings: BackendSettings, names: readonly BackendSetting[]): BackendSettings =>
  Object.fromEntries(names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])));

function claimsOf({ type, ...root }: Root, file?: BackendFile): Claim[] {
  const settings = { ...root.settings, ...pick(file?.settings ?? {}, settingNames(type)) };
  const block = type === 'cloud' ? 'cloud block' : `backend "${type}"`;
  const why = maskName(`${block} in ${root.file}${file ? ` with ${file.path}` : ''}`);
  const named: Named = { path: root.directory, source: 'backend', why };
  return type === 's3' ? s3Claims(settings, named) : placeClaims(type, settings, named);
}

/** The store settings that a root's block leaves open, if all files next to it agree on them. */
function storeSettings({ type, settings }: Root, own: readonly BackendFile[]): BackendSettings {
  const agreed = (backendOf(type)?.store ?? []).flatMap((name) => {
    const values = new Set(own.flatMap((file) => file.settings[name] ?? []));
    return values.size === 1 && settings[name] === undefined ? [[name, [...values][0]]] : [];
  });
  return Object.fromEntries(agreed) as BackendSettings;
}

/** The claims of a root module: by its own block, and by each file next to it that names a state. */
function rootClaims(root: Root, own: readonly BackendFile[], shared: readonly BackendFile[]): Claim[] {
  const withStore = { ...storeSettings(root, own), ...root.settings };
  const settings = root.type === 's3' ? { ...withStore, ...lockSettings(withStore, [own, shared]) } : withStore;
  const naming = own.filter((file) => namesState(root.type, pick(file.settings, settingNames(root.type))));
  const isOwn = namesState(root.type, settings) || (naming.length === 0 && namesDefault(root.type, settings));
  const complete = { ...root, settings };
  return [...(isOwn ? claimsOf(complete) : []), ...naming.flatMap((file) => claimsOf(complete, file))];
}

/**
 * Finds the root module of a backend file outside of all root modules: the only one without a state, or the one that
 * the file's path names.
 */
function guessing(partial: readonly Root[]): (file: BackendFile) => Root | undefined {
  const byName = Map.groupBy(partial, ({ directory }) => nameIn(directory));
  return ({ path, settings }) => {
    const fits = ({ type }: Root) => namesState(type, pick(settings, settingNames(type)));
    const fitting = partial.filter(fits);
    if (partial.length === 1) return fitting[0];
    const named = [...new Set(path.split(/[/.]/))].flatMap((word) => byName.get(word) ?? []).filter(fits);
    return named.length === 1 ? named[0] : undefined;
  };
}

/** The claims by files outside of all root modules, and the root modules that these files belong to. */
function looseClaims(
  withoutState: readonly Root[],
  files: readonly BackendFile[],
  report: Report,
): { claims: Claim[]; served: Set<Root> } {
  const guessRoot = guessing(withoutState);
  const served = new Set<Root>();
  const claims: Claim[] = [];
  for (const file of files.filter(({ host }) => host === undefined)) {
    const root = guessRoot(file);
    if (root) {
      served.add(root);
      claims.push(...claimsOf(root, file));
    } else if (typeof file.settings.key === 'string' && file.settings.container_name === undefined) {
      report(file.path, 'it is in no root module, so that any change counts as a change to its state.');
      const anywhere: Root = { directory: '.', file: file.path, type: 's3', settings: {} };
      const why = maskName(`key in ${file.path}`);
      claims.push(...claimsOf(anywhere, file).map((claim) => ({ ...claim, path: null, why })));
    }
  }
  return { claims, served };
}

/** The reason why a backend names no state. */
function whyUnknown({ type, settings }: Root): string {
  const [name = 'key'] = backendOf(type)?.state ?? [];
  if (type === 's3' || type === 'azurerm')
    return settings.key === null ? 'the key of its backend is no constant' : 'its backend names no key';
  if (name === 'workspace_name') return 'its block names no workspace by its name';
  return settings[name] === null ? `the ${name} of its backend is no constant` : `its backend names no ${name}`;
}

/**
 * The claims of root modules, from their backend blocks and the `-backend-config` files in the repository. Reports root
 * modules with unknown states.
 */
export function backendClaims(roots: readonly Root[], files: readonly BackendFile[], report: Report): Claim[] {
  const claims: Claim[] = [];
  const withoutState: Root[] = [];
  const byHost = Map.groupBy(files, ({ host }) => host);
  for (const root of roots) {
    const own = rootClaims(root, byHost.get(root.directory) ?? [], byHost.get(undefined) ?? []);
    claims.push(...own);
    if (root.settings.workspace_key_prefix === null)
      report(root.file, 'workspace_key_prefix is no constant: the states of its workspaces are not known.');
    if (own.length === 0) withoutState.push(root);
  }
  const loose = looseClaims(withoutState, files, report);
  for (const root of withoutState.filter((one) => !loose.served.has(one)))
    report(
      root.file,
      `${whyUnknown(root)}, and no file beside it gives one: name its states in .plumbline.yml, or map them by hand.`,
    );
  return [...claims, ...loose.claims];
}
