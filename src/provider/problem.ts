import type { ProviderProblemCode } from './types.ts';

/** A provider that cannot be used. The message names the provider, what is wrong and how to mend it; it holds no secret. */
export class ProviderProblem extends Error {
  readonly code: ProviderProblemCode;
  readonly source: string;

  constructor(code: ProviderProblemCode, source: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProviderProblem';
    this.code = code;
    this.source = source;
  }
}
