import { ProviderProblem } from './problem.ts';
import type { ProviderHost } from './types.ts';

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
    if (heard.size >= MOST_HEARD) heard.clear();
    heard.add(problem.internal);
    return problem;
  });
}

const MOST_HEARD = 1_000;
