import { useState } from 'react';

/**
 * What a figure was when the list that was read `at` was read; undefined before both are known. If it is another now, the list is of
 * before.
 */
export function useWhenRead<Figure>(at: number, figure: Figure | undefined): Figure | undefined {
  const [read, setRead] = useState<{ at: number; figure: Figure }>();
  if (figure !== undefined && at > 0 && read?.at !== at) setRead({ at, figure });
  return read?.figure;
}
