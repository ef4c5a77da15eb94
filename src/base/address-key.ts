/** The key of a state at a URL: its path, or its host if the path is empty. Throws `TypeError` for an invalid URL. */
export function addressKey(address: string): string {
  const { pathname, host } = new URL(address);
  try {
    return decodeURIComponent(pathname.replace(/^\/+/, '')) || host;
  } catch {
    return pathname.slice(1);
  }
}
