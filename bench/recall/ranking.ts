/** The quality of a ranking, for one question or as a mean; each value is from 0 to 1. */
export type Quality = { r1: number; r3: number; r5: number; mrr: number; ndcg: number };

/** Recall at k: the share of the relevant documents, k at most, that are among the first k. */
const share = (ranked: readonly string[], relevant: ReadonlySet<string>, k: number) =>
  ranked.slice(0, k).filter((id) => relevant.has(id)).length / Math.min(k, relevant.size);

const discount = (rank: number) => 1 / Math.log2(rank + 2);

/** Evaluates a ranking (ids, best first) by the relevant ids: R@k, reciprocal rank of the first, nDCG@10. */
export function qualityOf(ranked: readonly string[], relevant: readonly string[]): Quality {
  const wanted = new Set(relevant);
  const first = ranked.findIndex((id) => wanted.has(id));
  const gain = ranked.slice(0, 10).reduce((sum, id, rank) => sum + (wanted.has(id) ? discount(rank) : 0), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, rank) => sum + discount(rank), 0);
  return {
    r1: share(ranked, wanted, 1),
    r3: share(ranked, wanted, 3),
    r5: share(ranked, wanted, 5),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    ndcg: gain / ideal,
  };
}

export function meanQuality(all: readonly Quality[]): Quality {
  const mean = (pick: (one: Quality) => number) => all.reduce((sum, one) => sum + pick(one), 0) / all.length;
  return {
    r1: mean((one) => one.r1),
    r3: mean((one) => one.r3),
    r5: mean((one) => one.r5),
    mrr: mean((one) => one.mrr),
    ndcg: mean((one) => one.ndcg),
  };
}
