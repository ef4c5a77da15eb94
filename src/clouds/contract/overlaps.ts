import type { Value } from '../../base/value.ts';
import type { DocumentKind } from '../../engine/value/json-table.ts';
import { asWhole, document, documentField, field, leaves, listed, wholes, type ToParts } from './parts.ts';

/**
 * The children of a parent: those whose field `by` is or contains a value of the parent's fields `to`, or a result of `to`. A field may
 * be in blocks: `spec.scale_target_ref.name`.
 */
export type ChildLink = {
  type: string;
  by: string;
  to: string[] | ((parent: Record<string, Value>) => string[]);
  where?: { field: string; is: string | boolean };
  /** Fields that must also be equal: names are unique only within a namespace or resource group. */
  same?: readonly string[];
};

/** The children of a type whose field `by` is one of these fields of the parent. */
export const childBy = (type: string, by: string, ...to: string[]): ChildLink => ({ type, by, to });

/** How the inline attribute and a standalone child are split into parts that read the same on both sides. */
export type Parts = {
  ofParent: ToParts;
  ofChild: ToParts;
  /** The parts do not cover everything (`leaves`): where they are equal, only a child that changed explains the parent. */
  partial?: true;
  /** The parent may have parts of its own beside those of its children, so that a missing part is drift. */
  shared?: true;
};

/**
 * Attributes of a resource that repeat standalone child resources. They are compared part by part: a part that no child explains
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

/** A list of names to which each child adds its own. */
export const listOf = (attribute: string, own: string, child: ChildLink, why: string): Overlap => ({
  attributes: [attribute],
  children: [child],
  parts: { ofParent: listed, ofChild: field(own), shared: true },
  why,
});

/** Blocks of a parent, each of which a child manages; these fields are in both, and others in one of them only. */
export const blocksOf = (attribute: string, child: ChildLink, ...names: string[]): Overlap => ({
  attributes: [attribute],
  children: [child],
  parts: { ofParent: wholes(...names), ofChild: asWhole(...names), shared: true },
  why: `${attribute} lists what each ${child.type} manages`,
});

/** A count that an autoscaler sets, its scalers and its limits. */
export type Scaled = {
  /** The attribute's name, with the blocks that it lies in before it: `spec.replicas`. */
  count: string;
  /** The resources that scale it; empty where the resource scales itself (`itself`). */
  scalers: ChildLink[];
  /** The switch or block that makes the resource scale itself. */
  itself?: string;
  /** The limits' fields, of the scaler or (`limitsOf`) of the resource; of several the widest apply. */
  limits: readonly [least: string, most: string];
  limitsOf?: 'resource';
  why: string;
};
