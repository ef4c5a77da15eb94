import type { Value } from '../../base/value.ts';
import type { ChildLink, Overlap, Scaled } from './overlaps.ts';
import type { Phrase } from './phrases.ts';

type Attributes = Record<string, Value>;

/** What is known of a resource type beyond its provider's schema and the general rules. All of it is optional. */
export type TypeEntry = {
  /** What people call it; words of its type's name where it is not given. */
  noun?: string;
  /** What was done to it: `was deleted` where it is not given. */
  gone?: string;
  /** What comes of its being gone: a clause that goes on after `so that`. */
  so?: string;
  /** What is gone with it was called through it, and the id that it had is the ARN of that. */
  calls?: true;
  /** What is said of its attributes. */
  phrases?: readonly Phrase[];
  /** Its attributes that repeat resources of their own. */
  overlaps?: readonly Overlap[];
  /** Its counts that an autoscaler sets. */
  scaled?: readonly Scaled[];
  /** Blocks of a set that have such counts. */
  scaledBlocks?: { attribute: string; scaledOf: (resource: Attributes, block: Attributes) => readonly Scaled[] };
  /** It only manages tags, topics or labels of others: one tag of the resource that the link leads to, or a whole set. */
  tags?: Omit<ChildLink, 'type'> | 'set';
  /** The call that its provider repeats for a resource that is gone, as if it had just been made. */
  polls?: Poll;
  /** Its read is many calls in sequence: fifteen for a bucket. */
  isSlow?: true;
  /** Its `Read` does nothing, by its provider's source: that it is there says nothing. */
  isNeverRead?: true;
  /** The requests that its read makes, where a limit of its service counts them and says otherwise. */
  requests?: number;
};

/** The polling call of a read: the attribute that it names, and its name in the list that answers. */
export type Poll = { action: string; by: string; listedAs?: string };

/** Entries by resource type. */
export type Catalog = Readonly<Record<string, TypeEntry>>;
