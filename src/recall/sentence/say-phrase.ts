import type { Finding } from '../../drift/analysis.ts';
import { blocksClause, choiceClause } from './blocks.ts';
import { amountClause, entriesClause, flagClause, itemsClause, opaqueClause, valueClause } from './clause.ts';
import { listOf, type Fact } from './fact.ts';
import { networkClause, sourcesClause } from './network.ts';
import type { Phrase } from './phrase.ts';
import { policyClause } from './policy.ts';

function casesClause({ what, says }: Extract<Phrase, { kind: 'cases' }>, fact: Fact): string {
  const [live] = listOf(fact.after);
  const word = live === undefined ? '-' : typeof live === 'object' ? '' : String(live);
  return fact.masked || !Object.hasOwn(says, word) ? valueClause(what, fact) : (says[word] ?? what);
}

/** What a phrase says of a fact; undefined where it is not about such values. */
export function sayPhrase(phrase: Phrase, fact: Fact, finding: Finding): string | undefined {
  switch (phrase.kind) {
    case 'flag':
      return flagClause(phrase, fact) ?? (isBlock(fact) ? undefined : valueClause(phrase.what, fact));
    case 'amount':
      return amountClause(phrase, fact);
    case 'value':
      return valueClause(phrase.what, fact);
    case 'items':
      return itemsClause(phrase, fact);
    case 'choice':
      return choiceClause(phrase.what, fact);
    case 'entries':
      return entriesClause(phrase, fact);
    case 'blocks':
      return blocksClause(phrase, fact);
    case 'sources':
      return sourcesClause(phrase.what, fact);
    case 'cases':
      return casesClause(phrase, fact);
    case 'opaque':
      return opaqueClause(phrase.what, fact);
    case 'policy':
      return policyClause({ ...phrase, account: finding.account_id }, fact);
    case 'network':
      return networkClause(phrase.out, fact, finding);
  }
}

const isBlock = ({ before, after }: Fact) =>
  [before, after].flat().some((one) => typeof one === 'object' && one !== null);
