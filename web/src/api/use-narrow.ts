import { useNavigate } from '@tanstack/react-router';
import { onlySaid } from './search.ts';

/** Narrows what a page shows by what is named; an empty text takes that back, and what is not named stays. */
export type Narrow<Search> = (changed: Partial<Record<keyof Search, string | undefined>>) => void;

/** Narrows the page that is open in its address, in the place of how it was before. */
export function useNarrow<Search>({ resetScroll = true }: { resetScroll?: boolean } = {}): Narrow<Search> {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({
      to: '.',
      search: (before: object) => onlySaid({ ...before, ...changed }),
      replace: true,
      resetScroll,
    });
}
