import type { Finding } from '../engine/model/analysis.ts';
import { matterOf, matterText, type Call } from '../engine/report/matters.ts';
import { isPlainAddress, word } from '../engine/report/summary/steps.ts';

/** The advice about a finding, and its first command, which changes nothing. */
export type Fix = { text: string; command?: string };

const FIXES: Record<Call, string> = {
  revert: 'Revert it, unless it was intended. What an apply would do',
  restore: 'Restore the data from a backup before the next apply, which creates the resource empty.',
  secret: 'Ask who changed the value. Write a new one that is right where Terraform reads it from, else revert it',
  recreate: 'Recreate it, or remove it from the code if the deletion was intended',
  keep: 'Write the stricter setting into the code, before an apply loosens it.',
  decide: 'Revert it, or write the change into the code',
};
const REPLACES = 'Reverting it replaces the resource. Where that must not happen, write the change into the code';

/** States with providers from OpenTofu's registry belong to OpenTofu. */
const programOf = ({ provider }: Finding): string =>
  provider.startsWith('registry.opentofu.org/') ? 'tofu' : 'terraform';

/** The advice about a finding. A text without a full stop at the end introduces a command. */
export function fixOf(finding: Finding): Fix {
  const { call } = matterText(matterOf(finding));
  const replaces = call !== 'keep' && finding.attributes.some(({ requires_replace: one }) => one);
  const text = replaces ? REPLACES : FIXES[call];
  if (text.endsWith('.')) return { text };
  if (!isPlainAddress(finding)) return { text: `${text}.` };
  return { text: `${text}:`, command: `${programOf(finding)} plan -target=${word(finding.resource)}` };
}
