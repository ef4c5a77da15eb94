import type { ProviderProblemCode } from './types.ts';

/**
 * A provider that cannot be used. The message names the provider, what is wrong and how to mend it; it holds no secret, and
 * nothing of this machine: tenants of a server read it. `internal` is for whoever runs Plumbline, and names paths and places, too.
 */
export class ProviderProblem extends Error {
  readonly code: ProviderProblemCode;
  readonly source: string;
  readonly internal: string;

  constructor(
    code: ProviderProblemCode,
    source: string,
    message: string,
    { internal = message, ...options }: { cause?: unknown; internal?: string } = {},
  ) {
    super(message, options);
    this.name = 'ProviderProblem';
    this.code = code;
    this.source = source;
    this.internal = internal;
  }
}
