import { ProviderProblem } from './contract/problem.ts';
import type { ProviderHost, LiveObject, ProviderSession } from './contract/types.ts';
import { restored, type IsRedacted } from '../gateway/record/restore.ts';
import type { Value } from '../base/value.ts';

/** The same host, with `tell` in between: it is given each problem of a provider, and what it gives is thrown. */
function telling(host: ProviderHost, tell: (problem: ProviderProblem) => ProviderProblem): ProviderHost {
  return {
    ...host,
    async use(...of) {
      try {
        return await host.use(...of);
      } catch (error) {
        throw error instanceof ProviderProblem ? tell(error) : error;
      }
    },
  };
}

/** For a person at their own machine, who may read where on it things are. */
export const withInternals = (host: ProviderHost): ProviderHost =>
  telling(host, (problem) => {
    const { code, source, internal, cause } = problem;
    return new ProviderProblem(code, source, internal, { cause });
  });

/** For a server: `hear` is told once what is wrong with a provider on this machine, and tenants are told the rest. */
export function withoutInternals(host: ProviderHost, hear: (internal: string) => void): ProviderHost {
  const heard = new Set<string>();
  return telling(host, (problem) => {
    if (problem.internal !== problem.message && !heard.has(problem.internal)) hear(problem.internal);
    // States name what they like: what was heard is not kept without end.
    if (heard.size >= MAX_REPORTED) heard.clear();
    heard.add(problem.internal);
    return problem;
  });
}

const MAX_REPORTED = 1_000;

/** A host whose providers are answered from a recording: what was redacted there reads as the state has it. */
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
