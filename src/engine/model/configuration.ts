/** An attribute or block of HCL, not formatted yet. */
export type Item =
  | { kind: 'attribute'; name: string; value: Expression }
  | { kind: 'block'; type: string; labels: readonly string[]; body: readonly Item[] };

/** An HCL value as lines of text. The first one follows the equals sign; the others have their relative indentation. */
export type Expression = readonly string[];

/** A variable that stands for a secret: the path of the argument, and the kind of its schema node. */
export type SecretVariable = { path: readonly (string | number)[]; kind: string };

/**
 * The body of a resource block before the resource has a name. It contains no secret: the n-th variable stands in its
 * place (`engine/inventory/import/written.ts`).
 */
export type WrittenResource = {
  body: readonly Item[];
  variables: readonly SecretVariable[];
  /** The type has the argument `region`, so that other regions need no provider block of their own. */
  hasRegion: boolean;
};
