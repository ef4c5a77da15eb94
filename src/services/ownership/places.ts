import { digestOf } from '../../base/digest.ts';
import type { ClaimSource } from '../../engine/mapping/claims-in.ts';
import { keyPrefix } from '../../engine/state/combined-states.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { listStateSources, type StateSourceRow } from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';

/** The places of an organization's states. The same key in another place is another state. */
export type Places = {
  /** The bucket of the AWS settings; its keys have no prefix. */
  bucket: string | null;
  /**
   * The state sources: the prefix of their keys, and an id that differs from that of another source of the same name.
   */
  sources: readonly (ClaimSource & { place: string })[];
};

/** The place of a source: it changes with the server, bucket or table. A prefix only narrows the states. */
function sourcePlace({ name, kind, settings }: StateSourceRow) {
  const where = Object.entries(settings).filter(([setting]) => setting !== 'prefix');
  const prefix = keyPrefix(name);
  return {
    prefix,
    kind,
    settings,
    place: `${prefix}${digestOf([kind, where.toSorted(([a], [b]) => (a < b ? -1 : 1))])}`,
  };
}

export async function readPlaces({ db, scope: { org_id } }: Tenant): Promise<Places> {
  const tenant = scoped(db, { org_id });
  const bucket = (await getCloudConfig(tenant, 'aws'))?.state_bucket ?? null;
  return { bucket, sources: (await listStateSources(tenant)).map(sourcePlace) };
}

/**
 * The place of the states that a key or pattern names, which is stored when a claim is accepted; null if there is none.
 */
export const placeOf = ({ bucket, sources }: Places, key: string): string | null =>
  sources.find(({ prefix }) => key.startsWith(prefix))?.place ?? bucket;

export const allPlaces = ({ bucket, sources }: Places): string[] => [
  ...(bucket === null ? [] : [bucket]),
  ...sources.map(({ place }) => place),
];
