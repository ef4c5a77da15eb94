import type { Estate } from './estate.ts';
import { driftOf, lines, linesOf, reportedLines } from './lines.ts';
import type { EstateRun } from './run.ts';

/** The accuracy of Plumbline's analyses of an estate that was applied and then changed. */
export type Accuracy = {
  instances: number;
  types: number;
  /** Acts that changed something. */
  acts: number;
  /** Acts that were reported with every attribute. */
  found: number;
  /** Reported lines that neither an act nor terraform accounts for. */
  falseReports: number;
  /** Acts without an effect that counts as drift. */
  harmless: number;
  /** Findings about all harmless acts together. */
  reportedHarmless: number;
  /** Findings right after the apply, and after terraform had refreshed its state. */
  reportedWhenFresh: number;
  /** Instances that at least one of the analyses did not check. */
  notChecked: number;
};

export function accuracyOf(estate: Estate, run: EstateRun): Accuracy {
  const { fresh, settled, neutral, changed } = run;
  const drift = driftOf(changed.analysis);
  const listed = new Set([...run.oracle].flatMap(([address, one]) => lines(address, one)));
  const checked = settled.analysis.coverage.filter(({ verdict }) => verdict !== 'skipped');
  const unread = [fresh, settled, neutral, changed].flatMap(({ analysis }) =>
    analysis.coverage.filter(({ verdict }) => /unreadable|unsupported|suspect/.test(verdict)),
  );
  return {
    instances: run.addresses.length,
    types: new Set(checked.map(({ type }) => type)).size,
    acts: estate.changes.length,
    found: estate.changes.filter(({ shows }) => linesOf(shows).every((line) => drift.has(line))).length,
    falseReports: [...reportedLines(changed.analysis)].filter((line) => !listed.has(line)).length,
    harmless: estate.neutral.length,
    reportedHarmless: neutral.analysis.findings.length,
    reportedWhenFresh: fresh.analysis.findings.length + settled.analysis.findings.length,
    notChecked: new Set(unread.map(({ resource }) => resource)).size,
  };
}
