import { useEffect, useRef, useState } from 'react';

/** The width of an element in pixels, at least 240, for drawings in it. */
export function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (place.current === null) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return [place, width] as const;
}
