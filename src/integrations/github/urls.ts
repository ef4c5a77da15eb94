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

/** The path of a repository by its full name, and of what lies `below` it. */
export function repositoryPath(fullName: string, below = ''): string {
  const [owner = '', name = '', ...more] = fullName.split('/');
  if (more.length > 0) throw new CodeHostProblem('gone', 'A full name of a repository on GitHub has two parts.');
  return `${path`/repos/${owner}/${name}`}${below}`;
}

/**
 * The address of GitHub's pages for that of its API: `https://github.com` for GitHub's own, the same without `api.`
 * for GHE.com, the host alone for a GitHub Enterprise Server (`/api/v3`). An emulator shows both at one address.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#base-url
 */
export function webUrlOf(apiUrl: string): string {
  const { protocol, host, origin } = new URL(apiUrl);
  if (host === 'api.github.com' || /^api\.[\w-]+\.ghe\.com$/.test(host))
    return `${protocol}//${host.slice('api.'.length)}`;
  return origin;
}
