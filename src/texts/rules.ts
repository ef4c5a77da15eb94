import type { Analysis, IgnoreRuleUse } from '../engine/model/analysis.ts';
import { refText } from '../engine/ignore/ignore.ts';

/** A sentence for each ignore rule of an analysis that needs attention. */
export function ruleNotes({ ignore_rules: rules }: Pick<Analysis, 'ignore_rules'>): { name: string; note: string }[] {
  const noteOf = ({ use, warning }: IgnoreRuleUse) => {
    if (warning !== undefined) return warning;
    return use === 'unused' ? 'matches nothing: remove it, or check whether something was renamed.' : undefined;
  };
  return rules.flatMap((rule) => {
    const note = noteOf(rule);
    return note === undefined ? [] : [{ name: refText(rule), note }];
  });
}
