import { digestOf } from '../../base/digest.ts';
import { summarise } from '../../engine/report/summary/summary.ts';
import type { ListedFinding, Totals } from '../../engine/report/totals.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import { pageFindings } from '../../store/queries/findings-page.ts';
import { findSummary, keepSummary, forgetSummaries } from '../../store/queries/summaries.ts';
import type { Tenant } from '../../store/scope.ts';
import { inTransaction } from '../../store/transact.ts';
import type { Base } from '../base/context.ts';
import { askedFinding, promptOf, PROMPT_VERSION, type Writer } from './prompt.ts';
import { readSentences } from './sentences.ts';

/** The model that writes summaries, and a callback for each result, which never gets the text. */
export type Summarising = {
  writer: Writer;
  /** `outcome` is `model` or `cached` if the model's text is used, else the reason; `why` is the rule that it broke. */
  onSummary(summary: { analysis: string; outcome: string; why?: string }): void;
};

/** More findings than listed, since several states may have one at the same address. */
const MAX_FINDINGS = 40;
/** The days for which texts are reused, and the number kept per organization. */
const KEPT_DAYS = 30;
const KEPT = 200;

type Deps = { summarising?: Summarising | undefined };
type Summary = Pick<Analysis, 'ai_summary' | 'summary_source'>;
type Summed = { totals: Totals } & Pick<Analysis, 'states' | 'error'>;

/**
 * The summary of an analysis with a model's sentences on its stored findings, which are masked. Undefined if the
 * summary by rules stays: without a model or drift, or if the model does not answer in time or claims something that
 * the findings do not say. Counts, addresses, values, commands and the list of unchecked resources are written by
 * rules; each sentence stands beside its finding. An answer is cached for the same prompt, and checked again before
 * reuse. Never throws.
 */
export async function summariseByModel(
  { summarising }: Deps,
  tenant: Tenant,
  { analysis, summed, signal }: { analysis: string; summed: Summed; signal: AbortSignal },
): Promise<Summary | undefined> {
  if (!summarising || summed.error || summed.totals.worst.length === 0) return undefined;
  const report = (outcome: string, why?: string) =>
    summarising.onSummary({ analysis, outcome, ...(why !== undefined && { why }) });
  try {
    const made = await write(tenant, { analysis, summed, signal, writer: summarising.writer });
    report(made.outcome, made.why);
    return made.text === undefined ? undefined : { ai_summary: made.text, summary_source: 'model' };
  } catch {
    // The database does not answer, or a finding is malformed: later steps report it if it matters.
    report('trouble');
    return undefined;
  }
}

type Made = { outcome: string; why?: string; text?: string };

/** A name that is a sentence or a link is not repeated beside a model's words, where it could pass as the model's. */
const MAX_WORDS = 4;
const isRepeatable = (name: string) => !/:\/\/|\bwww\.|@/i.test(name) && name.split(/\s+/).length <= MAX_WORDS;
/** Quoted texts and links in a finding are replaced for the same reason. */
const FOREIGN = /“[^”]*”?|\S*(?::\/\/|\bwww\.)\S*/gi;

async function write(
  tenant: Tenant,
  { analysis, summed, signal, writer }: { analysis: string; summed: Summed; signal: AbortSignal; writer: Writer },
): Promise<Made> {
  const worst = summed.totals.worst.map((one) => ({ ...one, text: one.text.replace(FOREIGN, '…') }));
  if (!worst.every(({ resource, state_key }) => isRepeatable(resource) && isRepeatable(state_key)))
    return { outcome: 'nothing' };
  const resources = worst.map(({ resource }) => resource);
  const rows = await pageFindings(tenant, analysis, { resources, limit: MAX_FINDINGS, after: undefined });
  const asked = worst.flatMap((listed, at) => {
    const { resource, state_key } = listed;
    const row = rows.find(({ document: one }) => one.resource === resource && one.state_key === state_key);
    return row ? [askedFinding(String(at + 1), listed, row.document)] : [];
  });
  if (asked.length === 0) return { outcome: 'nothing' };
  const summary = (sentences: ReadonlyMap<ListedFinding, string>) =>
    summarise({ ...summed, totals: { ...summed.totals, worst }, sentences });
  const prompt = promptOf(asked);
  // Digest of the whole prompt, since any difference in it may require another answer.
  const fingerprint = digestOf([PROMPT_VERSION, writer.model, prompt.system, prompt.user]);
  const now = new Date();
  const since = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const kept = readSentences((await findSummary(tenant, { fingerprint, since })) ?? '', asked);
  if ('sentences' in kept) return { outcome: 'cached', text: summary(kept.sentences) };
  const written = await writer.write(prompt, signal);
  if ('failed' in written) return { outcome: written.failed };
  const answer = readSentences(written.text, asked);
  if ('wrong' in answer) return { outcome: 'rejected', why: answer.wrong };
  await inTransaction(tenant, (trx) => keepSummary(trx, { fingerprint, text: written.text, written_at: now }, KEPT));
  return { outcome: 'model', text: summary(answer.sentences) };
}

/** Deletes texts of models that are too old for reuse. Analyses keep their own summaries. */
export async function expireSummaries({ store }: Pick<Base, 'store'>): Promise<void> {
  await forgetSummaries(store.db, new Date(Date.now() - KEPT_DAYS * 86_400_000));
}
