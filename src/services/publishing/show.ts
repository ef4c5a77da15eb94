import type { Shown } from '../codehosts/shown.ts';

/** The same text for the organization's people, and for everybody. */
export type Texts<Text> = { details: () => Text; public: () => Text };

/**
 * Decides how much is said in a repository: details where the organization's people alone read them or an administrator wants them
 * there, else what everybody may know. All that is written at a code host passes here.
 */
export const show = <Text>({ details }: { details: boolean }, texts: Texts<Text>): Shown<Text> =>
  (details ? texts.details() : texts.public()) as Shown<Text>;

/** The same of a text that is made of what is decided about. */
export const showAs = <From, Text>(
  place: { details: boolean },
  texts: Texts<From>,
  as: (from: From) => Text,
): Shown<Text> => show(place, { details: () => as(texts.details()), public: () => as(texts.public()) });

/** A text that holds nothing from outside, the same for everybody: a constant of ours, or numbers of ours. */
export const showToAll = <Text>(text: Text): Shown<Text> =>
  show({ details: false }, { details: () => text, public: () => text });
