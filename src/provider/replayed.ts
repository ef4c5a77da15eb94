import { restored, type IsRedacted } from '../gateway/record/restore.ts';
import type { LiveObject, ProviderHost, ProviderSession } from './types.ts';
import type { Value } from '../base/value.ts';

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
