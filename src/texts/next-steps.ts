import { plural } from '../base/plural.ts';
import { severityRank, type Analysis, type Finding } from '../engine/model/analysis.ts';
import { isPlainAddress, word } from '../engine/report/summary/steps.ts';
import { gaps, worstFirst } from './grouping.ts';
import { severityText } from './overview.ts';

/** Remedies for the reasons why instances were not checked. Other reasons have the remedy in their details. */
const REMEDIES: Readonly<Record<string, string>> = {
  denied: 'Allow the credentials to read what was denied.',
  throttled: 'Repeat it later: the service was throttling.',
  timeout: 'Repeat it: some reads had no answer in time.',
  unavailable: 'Repeat it later: a service was unavailable.',
  unreachable: 'Check the network and the settings of the provider: a service could not be reached.',
  credentials_expired: 'Renew the credentials, and repeat it.',
  credentials_rejected: 'Check the credentials: they were rejected.',
  settings_missing: 'Give the provider its settings (docs/providers.md).',
  no_provider: 'Install the missing providers where Plumbline looks for them (docs/providers.md).',
  schema_too_new: 'Install the version of the provider that wrote the state.',
  state_moved: 'Repeat it: a state was written meanwhile.',
};
const UNCONFIRMED = 'Look at the unconfirmed deletions in the cloud: nothing proves that they are gone.';

/** Formats a text as one word of a POSIX shell, with quotes if it needs them. */
const shellWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : word(text));

/** The first step for drift: the worst findings. */
function revertText(findings: readonly Finding[]): string {
  const urgent = findings.filter(({ severity }) => severityRank(severity) <= severityRank('high'));
  const which = urgent.length > 0 ? `Begin with the worst: ${severityText(urgent)}.` : 'Decide on each finding.';
  return `${which} Run its command, read the plan, and repeat it with apply instead of plan to revert the change.`;
}

function explainText({ id, org_id: org }: Analysis, finding: Finding, target: string | undefined): string {
  const address = isPlainAddress(finding) ? shellWord(finding.resource) : 'ADDRESS';
  const where = org === null ? shellWord(target ?? '.') : `--analysis ${id}`;
  return `Why is it drift? plumbline explain ${address} ${where}`;
}

/**
 * The next steps after an analysis, as sentences, the most urgent first.
 * @param target the path that was scanned, if it is on this machine
 */
export function nextSteps(analysis: Analysis, target?: string): string[] {
  const findings = worstFirst(analysis).map(({ finding }) => finding);
  const [worst] = findings;
  const reasons = new Set(gaps(analysis).map(({ verdict, reason }) => (verdict === 'suspect' ? verdict : reason)));
  const unread = analysis.states.filter(({ status }) => status === 'unreadable').length;
  const steps = [
    ...(worst
      ? [
          revertText(findings),
          explainText(analysis, worst, target),
          'Is it expected? Hide it by a rule with a reason and an expiry: docs/ignore-rules.md',
        ]
      : []),
    ...(reasons.has('suspect') ? [UNCONFIRMED] : []),
    ...[...reasons].flatMap((reason) => (Object.hasOwn(REMEDIES, reason) ? (REMEDIES[reason] ?? []) : [])),
    ...(unread > 0 ? [`See why ${plural(unread, 'state')} could not be read, above.`] : []),
  ];
  if (analysis.status === 'failed' && analysis.org_id !== null)
    return [`Fix what failed, then check it: plumbline aws verify ${analysis.org_id}`];
  if (steps.length > 0 || analysis.status !== 'completed' || analysis.org_id !== null) return steps;
  return ['Nothing to do. Check it regularly: in CI (docs/ci.md), or with a server (plumbline start).'];
}
