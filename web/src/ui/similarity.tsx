import { Badge } from './badge.tsx';

/** The lowest similarity with the word for a strong match (docs/memory.md). */
const STRONG = 0.4;
export const POSSIBLE = 0.25;

/** A word for the similarity of two texts. */
export function Similarity({ value }: { value: number }) {
  return <Badge sign={value >= STRONG ? ['low', 'good', 'strong'] : ['unknown', 'unknown', 'possible']} />;
}
