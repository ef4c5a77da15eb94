import { Badge } from './badge.tsx';

/** Where the words begin (docs/memory.md). */
const STRONG = 0.4;
export const POSSIBLE = 0.25;

/** How alike two texts are, in a word. */
export function Similarity({ value }: { value: number }) {
  return <Badge sign={value >= STRONG ? ['low', 'good', 'strong'] : ['unknown', 'unknown', 'possible']} />;
}
