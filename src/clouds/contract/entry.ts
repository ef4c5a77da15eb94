import type { Value } from '../../base/value.ts';
import type { ChildLink, Overlap, Scaled } from './overlaps.ts';
import type { Phrase } from './phrases.ts';

type Attributes = Record<string, Value>;

/** Facts about a resource type beyond its provider's schema and the general rules. All are optional. */
export type TypeEntry = {
  /** The resource's name for people; default: the words of its type. */
  noun?: string;
  /** The verb of its deletion; default: `was deleted`. */
  gone?: string;
  /** The effect of its deletion: a clause that follows `so that`. */
  so?: string;
  /** It calls the resource whose ARN is its id, such as an event target: a deletion names that. */
  calls?: true;
  /** Phrases about its attributes. */
  phrases?: readonly Phrase[];
  /** Inline attributes that repeat standalone resources. */
  overlaps?: readonly Overlap[];
  /** Counts that an autoscaler sets. */
  scaled?: readonly Scaled[];
  /** A set of blocks with counts that an autoscaler sets. */
  scaledBlocks?: { attribute: string; scaledOf: (resource: Attributes, block: Attributes) => readonly Scaled[] };
  /** It manages only tags, topics or labels of others: one tag of the linked resource, or a whole set. */
  tags?: Omit<ChildLink, 'type'> | 'set';
  /** The call that its provider repeats while a resource does not exist, as if it had just been created. */
  polls?: Poll;
  /** A read makes many calls in sequence: fifteen for a bucket. */
  isSlow?: true;
  /** `Read` does nothing, by its provider's source: a successful read does not prove that the resource exists. */
  isNeverRead?: true;
  /** The number of requests that a read makes, where it is not the usual number of its service's rate limit. */
  requests?: number;
};

/** A read's polling call: its action, the attribute that it names, and that attribute in the list of its answer. */
export type Poll = { action: string; by: string; listedAs?: string };

/** Entries by resource type. */
export type Catalog = Readonly<Record<string, TypeEntry>>;
