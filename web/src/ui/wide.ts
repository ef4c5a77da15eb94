import { useSyncExternalStore } from 'react';

/** Whether the page is at least `pixels` wide; updates when its width changes. */
export function useIsWide(pixels: number): boolean {
  const query = matchMedia(`(width >= ${pixels}px)`);
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    () => query.matches,
  );
}
