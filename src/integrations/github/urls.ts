import { CodeHostProblem } from '../../base/code-host.ts';

/** A path in which each value is one segment, whatever it contains. Throws for values that cannot be one (`..`). */
export function path(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const segments = values.map((value) => {
    const text = String(value);
    // URLs are normalised even after encoding, so `..` would lead to another path.
    if (text === '' || text === '.' || text === '..')
      throw new CodeHostProblem('gone', 'There is nothing of that name on GitHub.');
    return encodeURIComponent(text);
  });
  return String.raw({ raw: strings }, ...segments);
}

/** The path of a repository by its full name, and of a path `below` it. */
export function repositoryPath(fullName: string, below = ''): string {
  const [owner = '', name = '', ...more] = fullName.split('/');
  if (more.length > 0) throw new CodeHostProblem('gone', 'A full name of a repository on GitHub has two parts.');
  return `${path`/repos/${owner}/${name}`}${below}`;
}

/**
 * The address of GitHub's web pages for an API address: `https://github.com` for github.com, the host without `api.` for
 * GHE.com, the host alone for a GitHub Enterprise Server (`/api/v3`). An emulator serves both at one address.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#base-url
 */
export function webUrlOf(apiUrl: string): string {
  const { protocol, host, origin } = new URL(apiUrl);
  if (host === 'api.github.com' || /^api\.[\w-]+\.ghe\.com$/.test(host))
    return `${protocol}//${host.slice('api.'.length)}`;
  return origin;
}
