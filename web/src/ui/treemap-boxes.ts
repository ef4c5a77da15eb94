/** A rectangle in pixels. */
export type Box = { x: number; y: number; width: number; height: number };

/** The worst aspect ratio of these areas in a row along a side of this length. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((all, one) => all + one, 0);
  return Math.max(...row.map((one) => Math.max((side * side * one) / (sum * sum), (sum * sum) / (side * side * one))));
}

/**
 * Divides a box into boxes with areas proportional to `sizes`, in their order, each as near to a square as its row
 * allows (Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000).
 * @param sizes greater than 0; best in descending order
 */
export function divide(box: Box, sizes: readonly number[]): Box[] {
  const total = sizes.reduce((all, one) => all + one, 0);
  const areas = sizes.map((size) => (size * box.width * box.height) / total);
  const boxes: Box[] = [];
  let rest = box;
  for (let from = 0; from < areas.length;) {
    const side = Math.min(rest.width, rest.height);
    let to = from + 1;
    while (to < areas.length && worstRatio(areas.slice(from, to + 1), side) <= worstRatio(areas.slice(from, to), side))
      to += 1;
    const row = areas.slice(from, to);
    const depth = side === 0 ? 0 : row.reduce((all, one) => all + one, 0) / side;
    const isWide = rest.width >= rest.height;
    let at = isWide ? rest.y : rest.x;
    for (const area of row) {
      const length = depth === 0 ? 0 : area / depth;
      boxes.push(
        isWide
          ? { x: rest.x, y: at, width: depth, height: length }
          : { x: at, y: rest.y, width: length, height: depth },
      );
      at += length;
    }
    rest = isWide
      ? { ...rest, x: rest.x + depth, width: Math.max(0, rest.width - depth) }
      : { ...rest, y: rest.y + depth, height: Math.max(0, rest.height - depth) };
    from = to;
  }
  return boxes;
}
