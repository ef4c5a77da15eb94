import { databaseAddress, plainAddress } from './backend-settings.ts';
import type { BackendPlace, BackendSettings, Claim } from './types.ts';

/** A source of states: the prefix of its keys in the organization, and the settings that locate it. */
export type ClaimSource = { prefix: string; kind: string; settings: Readonly<Record<string, string>> };

type Settings = ClaimSource['settings'];

/**
 * True if a setting of a block is open or equal. An open setting comes from the environment or the command line, so any
 * store may be meant.
 */
const fits = (named: string | null | undefined, actual: string | undefined): boolean =>
  named === undefined || named === null || named === actual;

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/+$/, '');

/** True if a backend block and a source of the same kind mean the same location, with Terraform's defaults. */
const SAME: Readonly<Record<string, (place: BackendSettings, source: Settings, key: string) => boolean>> = {
  gcs: (place, { bucket }) => fits(place.bucket, bucket),
  azurerm: (place, source) =>
    fits(place.storage_account_name, source.storage_account_name) && fits(place.container_name, source.container_name),
  http: (place, { address = '' }) => place.address === plainAddress(address),
  pg: (place, { host = '', port = '5432', database = '', schema = 'terraform_remote_state', table = 'states' }) =>
    fits(place.conn_str, databaseAddress(host, port, database)) &&
    (place.schema_name ?? 'terraform_remote_state') === schema &&
    (place.table_name ?? 'states') === table,
  consul: (place, { address = '', path = '' }, key) =>
    (typeof place.address !== 'string' || withoutScheme(place.address) === withoutScheme(address)) &&
    key.startsWith(path),
  kubernetes: (place, { namespace = 'default' }) => (place.namespace ?? 'default') === namespace,
  hcp: (place, { hostname = 'app.terraform.io', organization }) =>
    withoutScheme(place.hostname ?? 'app.terraform.io') === withoutScheme(hostname) &&
    fits(place.organization, organization),
};

/** The kinds of sources whose names differ from Terraform's backends. */
const KINDS: Readonly<Record<string, string>> = { cloud: 'hcp', remote: 'hcp' };

/** The name of a state that GitLab manages, from the address of an `http` backend; undefined for other addresses. */
function gitlabState({ address }: BackendSettings, { url = 'https://gitlab.com', project }: Settings) {
  const base = `${withoutScheme(url)}/api/v4/projects/`;
  const at = withoutScheme(address ?? '');
  const [, named = '', state = ''] = /^([^/]+)\/terraform\/state\/([^/]+)$/.exec(at.slice(base.length)) ?? [];
  if (!at.startsWith(base) || state === '') return undefined;
  try {
    return decodeURIComponent(named) === project ? decodeURIComponent(state) : undefined;
  } catch {
    return undefined;
  }
}

function keyIn(place: BackendPlace, source: ClaimSource, key: string): string | undefined {
  if (place.kind === 'http' && source.kind === 'gitlab') return gitlabState(place.settings, source.settings);
  const kind = KINDS[place.kind] ?? place.kind;
  return kind === source.kind && SAME[kind]?.(place.settings, source.settings, key) ? key : undefined;
}

/** The claims on a state in a bucket that is a named source: its key, and a pattern for its workspaces. */
function s3In({ key, workspaces, path, source, why }: Claim, { prefix }: ClaimSource): Claim[] {
  const own: Claim = { key: prefix + key, path, source, why };
  const beneath = workspaces === undefined || workspaces === '' ? '' : `${workspaces}/`;
  return workspaces === undefined ? [own] : [own, { ...own, key: `${prefix}${beneath}*/${key}`, glob: true }];
}

/**
 * Converts a claim of a backend block to claims on states of one source, by their keys in the organization. Empty if
 * the block means another location.
 */
export function claimsIn(claim: Claim, source: ClaimSource): Claim[] {
  const { place, ...rest } = claim;
  if (!place) {
    const isBucket = claim.source === 'backend' && source.kind === 's3' && claim.bucket === source.settings.bucket;
    return isBucket && claim.bucket !== undefined ? s3In(claim, source) : [];
  }
  const key = keyIn(place, source, claim.key);
  return key === undefined ? [] : [{ ...rest, key: source.prefix + key }];
}

/**
 * The claims of a repository on states of an organization: those on its bucket unchanged, and those of other backends
 * on the sources that they mean. A claim on a location that is no source is dropped.
 */
export const claimsAmong = (claims: readonly Claim[], sources: readonly ClaimSource[]): Claim[] =>
  claims.flatMap((claim) => [...(claim.place ? [] : [claim]), ...sources.flatMap((source) => claimsIn(claim, source))]);
