import { counted } from '../../../base/plural.ts';

/**
 * The text ` (+2 side effects)` for a number that does not include them. Empty without side effects, or if they were
 * not counted.
 */
export const sideEffectsText = (sideEffects = 0): string =>
  sideEffects === 0 ? '' : ` (+${counted(sideEffects, 'side effect')})`;

/**
 * `8 of 19 resources drifted (+2 side effects)`: the headline of reports, pull requests, issues, checks and summaries.
 * @param drifted resources that drifted by themselves, without side effects
 * @param checked resources that were read
 */
export const driftedText = (drifted: number, checked: number, sideEffects = 0): string =>
  `${drifted.toLocaleString('en-US')} of ${counted(checked, 'resource')} drifted${sideEffectsText(sideEffects)}`;
