declare const shown: unique symbol;

/**
 * A text of which it was decided how much it says to those who may read it: an installation writes no other. `services/publishing/show.ts`
 * alone makes them.
 */
export type Shown<Text> = Text & { readonly [shown]: true };
