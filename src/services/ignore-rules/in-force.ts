import type { Coverage, IgnoreRuleUse } from '../../drift/analysis.ts';
import { compileIgnores, type Ignores, type SourcedRule } from '../../drift/rules/ignore.ts';
import { tallyRules, usageAfter, type RuleTally } from '../../drift/rules/rule-use.ts';
import type { ScanSink } from '../../scan/ports.ts';
import { getIgnoreRules, lockIgnoreRules, saveRuleUsage } from '../../store/queries/ignore-rules.ts';
import type { Store } from '../../store/database.ts';
import type { Executor } from '../../store/scope.ts';

/** The rules of one analysis: ready to be asked, and counted as they are used. */
export type RulesInForce = {
  ignores: Ignores;
  /** Counts. */
  use: RuleTally;
  /** The sink, with what goes through it counted, and with `stored`, what an earlier try of the same analysis has stored of a state. */
  counting: (sink: ScanSink, stored: (position: number) => Promise<Coverage[]>) => ScanSink;
};

/** The organization's rules as they are now. Rules of a repository's file would stand behind them. */
export async function rulesInForce({ db }: Pick<Store, 'db'>, orgId: string, now: Date): Promise<RulesInForce> {
  const row = await getIgnoreRules(db, orgId);
  const rules = (row?.rules ?? []).map((rule): SourcedRule => ({ ...rule, source: 'organization' }));
  const use = tallyRules(rules, now);
  return {
    ignores: compileIgnores(rules, now),
    use,
    counting: (sink, stored) => ({
      ...sink,
      async planned(objects, states) {
        const done = await sink.planned(objects, states);
        if (rules.length > 0) for (const { position } of done) use.see(await stored(position));
        return done;
      },
      async results(batch, progress) {
        await sink.results(batch, progress);
        use.see(batch.results.map(({ coverage }) => coverage));
      },
    }),
  };
}

/**
 * Keeps what an analysis said of the organization's rules; in the transaction that ends it. A rule that was removed meanwhile
 * is not taken up again.
 */
export async function recordRuleUse(
  trx: Executor,
  orgId: string,
  uses: readonly IgnoreRuleUse[],
  analysis: { id: string; at: Date },
): Promise<void> {
  const own = uses.filter(({ source }) => source === 'organization');
  if (own.length === 0) return;
  const { rules, usage } = await lockIgnoreRules(trx, orgId);
  const there = new Set(rules.map(({ id }) => id));
  const after = usageAfter(
    usage,
    own.filter(({ id }) => there.has(id)),
    analysis,
  );
  await saveRuleUsage(trx, orgId, { ...usage, ...after });
}
