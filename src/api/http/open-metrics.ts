/**
 * Prometheus' text format as OpenMetrics: there a counter's name is without the `_total` that its samples end with, no
 * line is empty, and the last one says that it is.
 */
export function toOpenMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(lines.flatMap((line) => /^# TYPE (\w+)_total counter$/.exec(line)?.[1] ?? []));
  const renamed = lines.map((line) =>
    line.replace(/^# (HELP|TYPE) (\w+)_total /, (whole, word: string, name: string) =>
      counters.has(name) ? `# ${word} ${name} ` : whole,
    ),
  );
  return `${renamed.join('\n')}\n# EOF\n`;
}
