import { comparePolicies, grantText, readPolicy } from '../../drift/severity/policy.ts';
import { opaqueClause } from './clause.ts';
import type { Fact } from './fact.ts';
import { was } from './words.ts';

/** What a document of IAM allows that it did not, or the other way round. */
export function policyClause(what: string, fact: Fact): string {
  const [before, after] = [fact.before, fact.after].map(readPolicy);
  if (fact.masked || (!before && !after)) return opaqueClause(what, fact);
  const { granted, revoked, denied, lifted } = comparePolicies(before, after);
  const [first] = [...granted, ...lifted, ...revoked, ...denied];
  return first ? `${what} ${was(what)} changed (${grantText(first)})` : opaqueClause(what, fact);
}
