import { useSyncExternalStore } from 'react';

/** Whether the page is at least so many pixels wide, now and as somebody changes that. */
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
