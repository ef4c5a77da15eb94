/** Whether a host, as `URL` writes it, is this machine. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether an endpoint is on this machine: an emulator, which does not have the limits of the cloud that it stands for. */
export const isEmulator = (endpoint: string | undefined): boolean =>
  endpoint !== undefined && isLoopback(new URL(endpoint).hostname);
