/**
 * Where people look at what the API at this address tells: `https://github.com` for GitHub's own, the same without `api.`
 * for GHE.com, the host alone for a GitHub Enterprise Server (`/api/v3`). An emulator shows both at one address.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#base-url
 */
export function webUrlOf(apiUrl: string): string {
  const { protocol, host, origin } = new URL(apiUrl);
  if (host === 'api.github.com' || /^api\.[\w-]+\.ghe\.com$/.test(host))
    return `${protocol}//${host.slice('api.'.length)}`;
  return origin;
}
