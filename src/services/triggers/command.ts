const ORDER = /^ {0,3}plumbline scan[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** True if a line ends the code block that `fence` opened. */
const closes = (line: string, fence: string): boolean => {
  const found = FENCE.exec(line)?.[1] ?? '';
  return found.startsWith(fence) && line.trim() === found;
};

/** True if a comment has `plumbline scan` on a line of its own, outside of quotes, code blocks and HTML comments. */
export function asksForScan(comment: string): boolean {
  let fence: string | undefined;
  let hidden = false;
  for (const line of comment.split(/\r?\n/)) {
    if (hidden) hidden = !line.includes('-->');
    else if (fence !== undefined) fence = closes(line, fence) ? undefined : fence;
    else if (ORDER.test(line)) return true;
    else {
      fence = FENCE.exec(line)?.[1];
      const begun = line.lastIndexOf('<!--');
      hidden = fence === undefined && begun >= 0 && !line.includes('-->', begun);
    }
  }
  return false;
}
