import { asWhole, document, documentField, field, listed, wholes, type ToParts } from './parts.ts';
import { leaves } from './bucket-parts.ts';
import type { ChildLink } from './children.ts';
import type { DocumentKind } from '../../value/json-table.ts';

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
 * Attributes of a parent that repeat standalone child resources. They are compared part by part: a part that no child explains
 * stays the parent's drift.
 */
export type Overlap = { parent: string; attributes: string[]; children: ChildLink[]; parts: Parts; why: string };

/** Parts for blocks that parent and child structure differently. */
export const PARTIAL: Parts = { ofParent: leaves, ofChild: leaves, partial: true };

/** A document that a standalone resource manages: `parent.attribute` is `type.own`. */
export const documentOf = (
  parent: string,
  attribute: string,
  child: ChildLink,
  kind: DocumentKind = 'policy',
  own = attribute,
): Overlap => ({
  parent,
  attributes: [attribute],
  children: [child],
  parts: { ofParent: document(kind), ofChild: documentField(own, kind) },
  why: `${attribute} is managed by ${child.type}`,
});

/** A list of names to which each child adds its own. */
export const listOf = (
  parent: string,
  attribute: string,
  own: string,
  children: ChildLink[],
  why: string,
): Overlap => ({
  parent,
  attributes: [attribute],
  children,
  parts: { ofParent: listed, ofChild: field(own), shared: true },
  why,
});

/** Blocks of a parent, each of which a child manages; these fields are in both, and others in one of them only. */
export const blocksOf = (parent: string, attribute: string, child: ChildLink, ...names: string[]): Overlap => ({
  parent,
  attributes: [attribute],
  children: [child],
  parts: { ofParent: wholes(...names), ofChild: asWhole(...names), shared: true },
  why: `${attribute} lists what each ${child.type} manages`,
});
