import type { Json } from '../../base/json.ts';
import type { Severity } from './analysis.ts';

/**
 * Why an object of the cloud is in no state, the one that matters most first: `added` to something managed (a rule, an attachment, a
 * listener), `unmanaged` by anybody, `waiting` because it is so young that an apply may still be under way, `owned` by another tool (a
 * CloudFormation stack), `follows` from an unmanaged object that it is a part of, `provided` by the cloud itself (defaults).
 */
export const OBJECT_CLASSES = ['added', 'unmanaged', 'waiting', 'owned', 'follows', 'provided'] as const;
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Classes that somebody has to decide about; the others are numbers and lists. */
export const OPEN_CLASSES: readonly ObjectClass[] = ['added', 'unmanaged'];

/** The object that another one is a part of. */
export type ObjectParent = { type: string; id: string; resource?: string; state_key?: string };

/** How an object is imported: by its import id, or by its identity, where the provider knows no id. */
export type ImportBy = { id: string } | { identity: Readonly<Record<string, Json>> };

/** One object of the cloud that is in no state. Its texts are masked. */
export type UnmanagedObject = {
  type: string;
  service: string;
  class: ObjectClass;
  account_id?: string;
  region?: string;
  cloud_id: string;
  name?: string;
  import: ImportBy;
  parent?: ObjectParent;
  /** `stack web` where another tool's tags say so. */
  owner?: string;
  /** As of something compared with nothing. */
  severity: Severity;
  severity_rule: string;
  severity_reason: string;
  tags: Record<string, string>;
  /** RFC 3339, where the cloud says it. */
  created_at?: string;
};

/** The objects of one type in one place, by class; `managed` are those that a state has. */
export type ListingCounts = { managed: number; unproven: number } & Record<ObjectClass, number>;

/** The coverage of one type in one account and region. */
export type InventoryListing = ListingCounts & {
  type: string;
  service: string;
  account_id?: string;
  region?: string;
  state: 'listed' | 'not_listed';
  /** Short and stable where it is not listed, and a text for people. */
  reason?: string;
  detail?: string;
  calls: number;
};

/** An object that could not be proven to be of the type that its list says. */
export type UnprovenObject = Pick<UnmanagedObject, 'type' | 'account_id' | 'region' | 'cloud_id'> & {
  reason: string;
  detail: string;
};

/** What is in the cloud and in no state. */
export type Inventory = {
  /** States that could not be read: what they manage may be among the objects, so that each number is "at most". */
  unread_states: string[];
  listings: InventoryListing[];
  objects: UnmanagedObject[];
  unproven: UnprovenObject[];
};

/** The counts before anything is listed. */
export const noObjects = (): ListingCounts => ({
  managed: 0,
  unproven: 0,
  added: 0,
  unmanaged: 0,
  waiting: 0,
  owned: 0,
  follows: 0,
  provided: 0,
});
