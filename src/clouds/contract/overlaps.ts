import type { Value } from '../../base/value.ts';
import type { DocumentKind } from '../../engine/value/json-table.ts';
import { asWhole, document, documentField, field, leaves, listed, wholes, type ToParts } from './parts.ts';

/**
 * Finds the children of a parent: resources whose field `by` is or contains a value of the parent's fields `to`, or a
 * result of `to`. A field may be in blocks: `spec.scale_target_ref.name`.
 */
export type ChildLink = {
  type: string;
  by: string;
  to: string[] | ((parent: Record<string, Value>) => string[]);
  where?: { field: string; is: string | boolean };
  /** Fields that must also be equal: names are unique only within a namespace or resource group. */
  same?: readonly string[];
};

/** Links to the children of a type whose field `by` equals one of these fields of the parent. */
export const childBy = (type: string, by: string, ...to: string[]): ChildLink => ({ type, by, to });

/** Splits the inline attribute and a standalone child into parts that have the same text on both sides. */
export type Parts = {
  ofParent: ToParts;
  ofChild: ToParts;
  /** The parts omit fields (`leaves`): where they are equal, only a changed child explains the parent. */
  partial?: true;
  /** The parent may also have parts that no child manages, so a missing part is drift. */
  shared?: true;
};

/**
 * Attributes of a resource that repeat standalone child resources, compared part by part: a part that no child explains
 * stays the parent's drift.
 */
export type Overlap = { attributes: string[]; children: ChildLink[]; parts: Parts; why: string };

/** Parts for blocks that parent and child structure differently. */
export const PARTIAL: Parts = { ofParent: leaves, ofChild: leaves, partial: true };

/** A document that a standalone resource manages: `parent.attribute` is `type.own`. */
export const documentOf = (
  attribute: string,
  child: ChildLink,
  kind: DocumentKind = 'policy',
  own = attribute,
): Overlap => ({
  attributes: [attribute],
  children: [child],
  parts: { ofParent: document(kind), ofChild: documentField(own, kind) },
  why: `${attribute} is managed by ${child.type}`,
});

/** A list of names: each child adds its own. */
export const listOf = (attribute: string, own: string, child: ChildLink, why: string): Overlap => ({
  attributes: [attribute],
  children: [child],
  parts: { ofParent: listed, ofChild: field(own), shared: true },
  why,
});

/** Blocks of a parent, each managed by one child. The named fields are in both, others in one only. */
export const blocksOf = (attribute: string, child: ChildLink, ...names: string[]): Overlap => ({
  attributes: [attribute],
  children: [child],
  parts: { ofParent: wholes(...names), ofChild: asWhole(...names), shared: true },
  why: `${attribute} lists what each ${child.type} manages`,
});

/** A count that an autoscaler sets, with its scalers and limits. */
export type Scaled = {
  /** The attribute's path, blocks included: `spec.replicas`. */
  count: string;
  /** The resources that scale it; empty where the resource scales itself (`itself`). */
  scalers: ChildLink[];
  /** The switch or block that makes the resource scale itself. */
  itself?: string;
  /** Fields with the limits, in the scaler or (`limitsOf`) the resource. Of several limits the widest apply. */
  limits: readonly [least: string, most: string];
  limitsOf?: 'resource';
  why: string;
};
