/** Blocks of code, and what is not shown, are no orders. */
const NOT_SAID =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))|<!--[\s\S]*?(?:-->|$(?![\s\S]))/gm;

/** Whether a comment asks for an analysis: `plumbline scan`, on a line of its own, and not quoted. */
export function asksForScan(comment: string): boolean {
  const said = comment.replaceAll('\r\n', '\n').replace(NOT_SAID, '');
  return said.split('\n').some((line) => /^ {0,3}plumbline scan[ \t]*$/.test(line));
}
