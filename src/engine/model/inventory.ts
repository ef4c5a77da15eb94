import type { Json } from '../../base/json.ts';
import type { Finding, Severity } from './analysis.ts';

/**
 * The reasons why an object of the cloud is in no state, the most important first. `added`: it was added to a managed
 * object (a rule, an attachment, a listener). `unmanaged`: no tool manages it. `waiting`: it is so young that an apply
 * may still be running. `owned`: another tool manages it (a CloudFormation stack). `follows`: it is a part of an
 * unmanaged object. `provided`: the cloud itself provides it (defaults).
 */
export const OBJECT_CLASSES = ['added', 'unmanaged', 'waiting', 'owned', 'follows', 'provided'] as const;
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Classes that need a decision. Objects of the other classes are only counted and listed. */
export const OPEN_CLASSES: readonly ObjectClass[] = ['added', 'unmanaged'];

/** The object that another one is a part of. */
export type ObjectParent = { type: string; id: string; resource?: string; state_key?: string };

/** The identifier for an import: an import id or, if the provider has none, an identity. */
export type ImportBy = { id: string } | { identity: Readonly<Record<string, Json>> };

/** An object of the cloud that is in no state. Its texts are masked. */
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
  /** `stack web` if another tool's tags name it as the owner. */
  owner?: string;
  /** The severity of the object's own settings, without a comparison (`weighAlone`). */
  severity: Severity;
  severity_rule: string;
  severity_reason: string;
  tags: Record<string, string>;
  /** RFC 3339; absent if the cloud does not report it. */
  created_at?: string;
};

/** Number of objects of one type in one location, by class. `managed` counts objects that a state contains. */
export type ListingCounts = { managed: number; unproven: number } & Record<ObjectClass, number>;

/** The coverage of one type in one account and region. */
export type InventoryListing = ListingCounts & {
  type: string;
  service: string;
  account_id?: string;
  region?: string;
  state: 'listed' | 'not_listed';
  /** Why the type was not listed: a stable short code, and a text for people. */
  reason?: string;
  detail?: string;
  calls: number;
};

/** An object that could not be proven to have the type of its list. */
export type UnprovenObject = Pick<UnmanagedObject, 'type' | 'account_id' | 'region' | 'cloud_id'> & {
  reason: string;
  detail: string;
};

/** The objects of the cloud that are in no state. */
export type Inventory = {
  /** States that could not be read. They may contain some of the objects, so each number is an upper limit. */
  unread_states: string[];
  listings: InventoryListing[];
  objects: UnmanagedObject[];
  unproven: UnprovenObject[];
};

/** The reasons why a type is not listed although nothing failed. */
export const NO_FAILURES: ReadonlySet<string> = new Set(['no_list', 'expensive', 'not_in_use']);

/** The initial counts. */
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

/**
 * An object that no state has, as a finding: `resource` and, unless a state has its parent, `state_key` are empty. It is
 * no drift: counts, severities and lists of drift leave it out.
 */
export type UnmanagedFinding = Omit<Finding, 'kind'> & {
  kind: 'unmanaged';
  class: ObjectClass;
  import: ImportBy;
  owner?: string;
  parent?: ObjectParent;
  /** Its id in the inventory. */
  object_id: string;
};
