import type { Estate } from './estate.ts';
import { driftOf, lines, linesOf, reportedLines } from './lines.ts';
import type { EstateRun } from './run.ts';

/** The accuracy of Plumbline's analyses of an estate that was applied and then changed. */
export type Accuracy = {
  instances: number;
  types: number;
  /** The number of real changes (`changes` of the estate). */
  acts: number;
  /** The number of real changes that were reported with every expected attribute. */
  found: number;
  /** The number of reported lines that terraform does not report. */
  falseReports: number;
  /** The number of neutral changes, which are no drift. */
  harmless: number;
  /** The number of findings after all neutral changes. */
  reportedHarmless: number;
  /** The number of findings right after the apply, plus those after terraform refreshed its state. */
  reportedWhenFresh: number;
  /** The number of instances that at least one of the analyses did not check. */
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
