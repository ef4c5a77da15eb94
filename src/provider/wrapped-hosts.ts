import { ProviderProblem } from './contract/problem.ts';
import type { ProviderHost, LiveObject, ProviderSession } from './contract/types.ts';
import { restored, type IsRedacted } from '../clouds/aws/gateway/record/restore.ts';
import type { Value } from '../base/value.ts';

/** A host that replaces each `ProviderProblem` by the result of `replace`. */
function withProblems(host: ProviderHost, replace: (problem: ProviderProblem) => ProviderProblem): ProviderHost {
  return {
    ...host,
    async use(...of) {
      try {
        return await host.use(...of);
      } catch (error) {
        throw error instanceof ProviderProblem ? replace(error) : error;
      }
    },
  };
}

/** A host for a person's own machine: problems name paths on it. */
export const withInternals = (host: ProviderHost): ProviderHost =>
  withProblems(host, (problem) => {
    const { code, source, internal, cause } = problem;
    return new ProviderProblem(code, source, internal, { cause });
  });

/** A host for a server: `report` gets each internal problem once, and tenants see the public message. */
export function withoutInternals(host: ProviderHost, report: (internal: string) => void): ProviderHost {
  const reported = new Set<string>();
  return withProblems(host, (problem) => {
    if (problem.internal !== problem.message && !reported.has(problem.internal)) report(problem.internal);
    // States can name any provider, so the memory of reported problems is bounded.
    if (reported.size >= MAX_REPORTED) reported.clear();
    reported.add(problem.internal);
    return problem;
  });
}

const MAX_REPORTED = 1_000;

/** A host whose providers are answered from a recording: redacted values are replaced by the state's. */
export function replayedHost(host: ProviderHost, isRedacted: IsRedacted): ProviderHost {
  return {
    ...host,
    use: (need, config, task, ...rest) =>
      host.use(need, config, (session) => task(replayedSession(session, isRedacted)), ...rest),
  };
}

function replayedSession(session: ProviderSession, isRedacted: IsRedacted): ProviderSession {
  const befores = new WeakMap<LiveObject, Value>();
  return {
    ...session,
    read: async (...of) => {
      const outcome = await session.read(...of);
      if (outcome.status !== 'read') return outcome;
      befores.set(outcome.object, outcome.before);
      return { ...outcome, live: restored(outcome.before, outcome.live, isRedacted) };
    },
    readAgain: async (object, ...rest) => {
      const live = await session.readAgain(object, ...rest);
      return live === undefined ? undefined : restored(befores.get(object) ?? null, live, isRedacted);
    },
  };
}
