import { asWhole, document, documentField, field, listed, wholes, type Atoms } from './atoms.ts';
import { leaves } from './bucket-atoms.ts';
import type { ChildLink } from './children.ts';
import type { DocumentKind } from '../../value/json-table.ts';

/** How the parent's attribute and a child are taken apart into things that both tell alike. */
export type Parts = {
  ofParent: Atoms;
  ofChild: Atoms;
  /** The atoms do not say everything (`leaves`): where they are the same, only a child that changed explains the parent. */
  partial?: true;
  /** The parent may have some of them of its own, beside those of children: then one that is missing is missed. */
  shared?: true;
};

/**
 * Attributes of a parent that show what child resources are. They are compared part by part, so that what no child explains stays
 * the parent's drift.
 */
export type Overlap = { parent: string; attributes: string[]; children: ChildLink[]; parts: Parts; why: string };

/** Parts for blocks that the two build differently. */
export const PARTIAL: Parts = { ofParent: leaves, ofChild: leaves, partial: true };

/** A document that a resource of its own manages: `parent.attribute` is `type.own`. */
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
