/** The key of a state that an address names: its path, or the host where it has none. Throws `TypeError` for what is no URL. */
export function addressKey(address: string): string {
  const { pathname, host } = new URL(address);
  try {
    return decodeURIComponent(pathname.replace(/^\/+/, '')) || host;
  } catch {
    return pathname.slice(1);
  }
}
