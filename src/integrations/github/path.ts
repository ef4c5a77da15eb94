import { CodeHostProblem } from '../../base/code-host.ts';

/** A path of which each value is one segment, whatever it holds. What cannot be one (`..`) does not exist. */
export function path(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const segments = values.map((value) => {
    const text = String(value);
    // Addresses are normalised after encoding too, which would lead to other things than were meant.
    if (text === '' || text === '.' || text === '..')
      throw new CodeHostProblem('gone', 'There is nothing of that name on GitHub.');
    return encodeURIComponent(text);
  });
  return String.raw({ raw: strings }, ...segments);
}

/** The path of a repository by its full name. */
export function repositoryPath(fullName: string): string {
  const [owner = '', name = '', ...more] = fullName.split('/');
  if (more.length > 0) throw new CodeHostProblem('gone', 'A full name of a repository on GitHub has two parts.');
  return path`/repos/${owner}/${name}`;
}
