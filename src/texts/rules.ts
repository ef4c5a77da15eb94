import type { Analysis, IgnoreRuleUse } from '../engine/model/analysis.ts';
import { refText } from '../engine/ignore/ignore.ts';

/** What people should know about the ignore rules of an analysis: a sentence each; nothing where they do what they should. */
export function ruleNotes({ ignore_rules: rules }: Pick<Analysis, 'ignore_rules'>): { name: string; note: string }[] {
  const noteOf = ({ use, warning }: IgnoreRuleUse) => {
    if (warning !== undefined) return warning;
    return use === 'unused' ? 'is about nothing here: remove it, or see whether something was renamed.' : undefined;
  };
  return rules.flatMap((rule) => {
    const note = noteOf(rule);
    return note === undefined ? [] : [{ name: refText(rule), note }];
  });
}
