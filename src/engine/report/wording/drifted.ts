import { counted } from '../../../base/plural.ts';

/** ` (+2 side effects)`: beside a number that does not count them; empty where there are none, or where nobody counted. */
export const sideEffectsText = (sideEffects = 0): string =>
  sideEffects === 0 ? '' : ` (+${counted(sideEffects, 'side effect')})`;

/**
 * `8 of 19 resources drifted (+2 side effects)`: the headline of reports, pull requests, issues, checks and summaries.
 * @param drifted resources that changed by themselves: side effects are not among them
 * @param checked resources that were read
 */
export const driftedText = (drifted: number, checked: number, sideEffects = 0): string =>
  `${drifted.toLocaleString('en-US')} of ${counted(checked, 'resource')} drifted${sideEffectsText(sideEffects)}`;
