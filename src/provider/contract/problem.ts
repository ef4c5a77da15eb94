import type { ProviderProblemCode } from './types.ts';

/**
 * The error for a provider that cannot be used. The message names the provider, the problem and the remedy. It holds no
 * secret and nothing about this machine, since tenants of a server read it. `internal` is for the operator, and also
 * names paths and locations.
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
