/** Whether a host, in the form of `URL`, is this machine. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether an endpoint is on this machine: then it is an emulator, without the cloud's own rate limits. */
export const isEmulator = (endpoint: string | undefined): boolean =>
  endpoint !== undefined && isLoopback(new URL(endpoint).hostname);
