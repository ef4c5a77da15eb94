import type { Finding } from '../../drift/analysis.ts';
import { openedAndClosed, portsText } from '../../drift/severity/network.ts';
import type { Fact } from './fact.ts';

/** What was opened or closed. */
export function networkClause(out: boolean, fact: Fact, _finding: Finding): string | undefined {
  const { opened, closed } = openedAndClosed(fact.before, fact.after);
  const [first] = [...opened, ...closed];
  if (!first || fact.masked) return undefined;
  const verb = opened.length > 0 ? 'opened' : 'closed';
  return `${out ? 'outbound ' : ''}${portsText(first)} was ${verb} to ${first.source}`;
}
