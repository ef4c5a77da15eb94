import { digestOf } from '../../base/digest.ts';
import { headline, honesty, MAX_SUMMARY } from '../../engine/report/summary/summary.ts';
import type { Tally } from '../../engine/report/tally.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import { pageFindings } from '../../store/queries/findings-page.ts';
import { findSummary, keepSummary, forgetSummaries } from '../../store/queries/summaries.ts';
import type { OrgScope } from '../../store/scope.ts';
import { transact } from '../../store/transact.ts';
import type { WithDatabase, Base } from '../base/context.ts';
import { whatIsWrong } from './check.ts';
import { factsOf } from './finding-facts.ts';
import { promptOf, PROMPT_VERSION, type Writer } from './prompt.ts';

/** The model that writes summaries, and who is notified of each result; never of its text. */
export type Summarising = {
  writer: Writer;
  /** `outcome` is `model` or `cached` where the model's words are used, else why not; `why` is the rule that they broke. */
  onSummary(summary: { analysis: string; outcome: string; why?: string }): void;
};

/** How many of the worst findings are read; a prompt holds fewer where they are long. */
const MAX_FINDINGS = 40;
/** How long summaries are reused, and how many of an organization are kept. */
const KEPT_DAYS = 30;
const KEPT = 200;

type Deps = WithDatabase & { summarising?: Summarising | undefined };
type Summary = Pick<Analysis, 'ai_summary' | 'summary_source'>;
type Summed = { tally: Tally } & Pick<Analysis, 'states' | 'error'>;

/**
 * The summary of an analysis by a model, of its stored findings, which are masked; undefined where the one that rules make
 * stays: without a model or without drift, and where the model does not answer in time or says what the findings do not say.
 * Its text stands between the counts and the unchecked resources, which rules write. The same question is asked
 * once: its answer is kept, and checked again when it is used again. Never throws.
 */
export async function summariseByModel(
  deps: Deps,
  scope: OrgScope,
  { analysis, summed, signal }: { analysis: string; summed: Summed; signal: AbortSignal },
): Promise<Summary | undefined> {
  const { summarising } = deps;
  if (!summarising || summed.error || summed.tally.worst.length === 0) return undefined;
  const report = (outcome: string, why?: string) =>
    summarising.onSummary({ analysis, outcome, ...(why !== undefined && { why }) });
  try {
    const made = await write(deps, scope, { analysis, summed, signal, writer: summarising.writer });
    report(made.outcome, made.why);
    return made.text === undefined ? undefined : { ai_summary: made.text, summary_source: 'model' };
  } catch {
    // The database does not answer, or a finding is not what it has to be: what follows will say so, if it matters.
    report('trouble');
    return undefined;
  }
}

type Made = { outcome: string; why?: string; text?: string };

async function write(
  { store }: Deps,
  scope: OrgScope,
  { analysis, summed, signal, writer }: { analysis: string; summed: Summed; signal: AbortSignal; writer: Writer },
): Promise<Made> {
  const rows = await pageFindings(store.db, scope, analysis, { limit: MAX_FINDINGS, after: undefined });
  const own = rows.filter(({ document }) => !document.caused_by);
  const [above, below] = [headline(summed), honesty(summed)];
  const { prompt, included } = promptOf(
    own.map(({ document }) => factsOf(document)),
    { headline: above, honesty: below },
  );
  if (included.length === 0) return { outcome: 'nothing' };
  const checked = (text: string) =>
    whatIsWrong(text, { facts: included, tally: summed.tally, states: summed.states.length });
  const whole = (text: string) => [above, text, below].filter((part) => part !== undefined).join('\n\n');
  // The whole prompt, since any difference in it may make another answer right.
  const fingerprint = digestOf([PROMPT_VERSION, writer.model, prompt.system, prompt.user]);
  const now = new Date();
  const since = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const kept = await findSummary(store.db, scope, { fingerprint, since });
  if (kept !== undefined && checked(kept) === undefined) return { outcome: 'cached', text: whole(kept) };
  const written = await writer.write(prompt, signal);
  if ('failed' in written) return { outcome: written.failed };
  const text = tidy(written.text);
  const wrong = checked(text) ?? (whole(text).length > MAX_SUMMARY ? 'length' : undefined);
  if (wrong !== undefined) return { outcome: 'rejected', why: wrong };
  await transact(store, (trx) => keepSummary(trx, scope, { fingerprint, text, written_at: now }, KEPT));
  return { outcome: 'model', text: whole(text) };
}

/** Line ends as they are here, no blanks at them, no more than one empty line. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Forgets what models wrote so long ago that it is not used again; analyses have their summaries for themselves. */
export async function expireSummaries({ store }: Pick<Base, 'store'>): Promise<void> {
  await forgetSummaries(store.db, new Date(Date.now() - KEPT_DAYS * 86_400_000));
}
