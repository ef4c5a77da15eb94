export type Instruction = { name: string; args: string };
/** The lines between one FROM and the next. */
export type Stage = { image: string; as: string | undefined; instructions: Instruction[] };

/** Parses the stages of a Dockerfile. Supports comments, continued lines, and FROM … AS …. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', args = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    const from = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(args);
    if (name.toUpperCase() === 'FROM') stages.push({ image: from?.[1] ?? args, as: from?.[2], instructions: [] });
    else stages.at(-1)?.instructions.push({ name: name.toUpperCase(), args });
  }
  return stages;
}

/** Whether `.dockerignore` excludes a path from the build context: the last matching line decides. */
export function isIgnored(dockerignore: string, path: string): boolean {
  let ignored = false;
  for (const line of dockerignore.split('\n')) {
    const pattern = line.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const wanted = pattern.startsWith('!');
    if (fits(wanted ? pattern.slice(1) : pattern, path)) ignored = !wanted;
  }
  return ignored;
}

/** Whether a pattern matches a path or one of its parent directories. */
function fits(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}(?:/|$)`).test(path);
}
