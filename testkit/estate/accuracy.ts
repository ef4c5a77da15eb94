import type { Estate } from './estate.ts';
import { driftOf, lines, linesOf, toldOf } from './lines.ts';
import type { EstateRun } from './run.ts';

/** How right Plumbline was about an estate that was applied, changed and looked at. */
export type Accuracy = {
  instances: number;
  types: number;
  /** Acts that changed something, those of them that were found with every attribute, and what was told beyond them. */
  acts: number;
  found: number;
  falselyTold: number;
  /** Acts that changed nothing that counts, and what was told of them all together. */
  harmless: number;
  toldOfHarmless: number;
  /** What was told right after the apply, and after terraform had taken into its state what the cloud says of itself. */
  toldWhenFresh: number;
  /** Instances that got no answer, in any of the scans. */
  notChecked: number;
};

export function accuracyOf(estate: Estate, run: EstateRun): Accuracy {
  const { fresh, settled, neutral, changed } = run;
  const drift = driftOf(changed.analysis);
  const listed = new Set([...run.oracle].flatMap(([address, one]) => lines(address, one)));
  const looked = settled.analysis.coverage.filter(({ verdict }) => verdict !== 'skipped');
  const unread = [fresh, settled, neutral, changed].flatMap(({ analysis }) =>
    analysis.coverage.filter(({ verdict }) => /unreadable|unsupported|suspect/.test(verdict)),
  );
  return {
    instances: run.addresses.length,
    types: new Set(looked.map(({ type }) => type)).size,
    acts: estate.changes.length,
    found: estate.changes.filter(({ shows }) => linesOf(shows).every((line) => drift.has(line))).length,
    falselyTold: [...toldOf(changed.analysis)].filter((line) => !listed.has(line)).length,
    harmless: estate.neutral.length,
    toldOfHarmless: neutral.analysis.findings.length,
    toldWhenFresh: fresh.analysis.findings.length + settled.analysis.findings.length,
    notChecked: new Set(unread.map(({ resource }) => resource)).size,
  };
}
