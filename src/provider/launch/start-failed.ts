import { ASK } from '../places/not-found.ts';
import { ProviderProblem } from '../problem.ts';
import type { FoundProvider } from '../types.ts';

/** A provider that did not start. What the system said, as `cause` has it, names files of this machine. */
export function startFailed({ source, version, path }: FoundProvider, why: string, cause?: unknown): ProviderProblem {
  const provider = `The provider ${source} ${version}`;
  const told = cause === undefined ? `: ${why}` : '';
  return new ProviderProblem(
    'provider_start_failed',
    source,
    `${provider} could not be started${told}. ${ASK} to look into it.`,
    { internal: `${provider} at ${path} could not be started: ${why}.`, cause },
  );
}
