import { digestOf } from '../../base/digest.ts';
import type { ClaimSource } from '../../engine/mapping/claims-in.ts';
import { keyPrefix } from '../../engine/state/combined-states.ts';
import { getCloudConfig } from '../../store/queries/cloud-configs.ts';
import { listStateSources, type StateSourceRow } from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';

/** Where an organization's states lie. In another place the same keys are other states. */
export type Places = {
  /** The bucket of the AWS settings, whose keys stay as they are. */
  bucket: string | null;
  /** The sources: what stands before the keys of each, and what tells it from another of the same name. */
  sources: readonly (ClaimSource & { place: string })[];
};

/** A source's place: another server, bucket or table is another one. A prefix only narrows its states. */
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

/** Reads them. */
export async function readPlaces({ db, scope: { org_id } }: Tenant): Promise<Places> {
  const tenant = scoped(db, { org_id });
  const bucket = (await getCloudConfig(tenant, 'aws'))?.state_bucket ?? null;
  return { bucket, sources: (await listStateSources(tenant)).map(sourcePlace) };
}

/** The place of the states that a key or pattern names, with which its acceptance is stored; null where there is none. */
export const placeOf = ({ bucket, sources }: Places, key: string): string | null =>
  sources.find(({ prefix }) => key.startsWith(prefix))?.place ?? bucket;

/** All of them. */
export const allPlaces = ({ bucket, sources }: Places): string[] => [
  ...(bucket === null ? [] : [bucket]),
  ...sources.map(({ place }) => place),
];
