import { useState } from 'react';

/**
 * The value of a figure at the time `at` a list was fetched; undefined before both are known. If the figure has changed
 * since, the list is stale.
 */
export function useWhenRead<Figure>(at: number, figure: Figure | undefined): Figure | undefined {
  const [read, setRead] = useState<{ at: number; figure: Figure }>();
  if (figure !== undefined && at > 0 && read?.at !== at) setRead({ at, figure });
  return read?.figure;
}
