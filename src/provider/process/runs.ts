import { messageOf } from '../../base/errors.ts';
import { errorsOf } from '../protocol/errors.ts';
import type { Plugin, PluginOptions } from './plugin.ts';
import type { EventReporter } from './events.ts';
import type { SchemaAnswer } from '../schema/file.ts';
import type { FoundProvider } from '../contract/types.ts';

export type RunOptions = Omit<PluginOptions, 'signal'> & {
  /** Watches a running provider until the returned function is called. */
  guard: (plugin: Plugin) => () => void;
};

/** A run of a provider's process since its launch, and the calls that it has received. */
export type Run = {
  readonly plugin: Promise<Plugin>;
  readonly abort: AbortController;
  schemaAsked: boolean;
  configureAsked: boolean;
  configuration?: Configuration;
};

/** `refused`: the reason of the refusal, or undefined. `again`: it was not the first configuration of this run. */
export type Configuration = {
  readonly key: string;
  readonly again: boolean;
  readonly refused: Promise<string | undefined>;
};

/** The runs of one provider binary, one after the other. */
export function createRuns(provider: FoundProvider, options: RunOptions, reporter: EventReporter) {
  const ongoing = new Set<Promise<unknown>>();
  let current: Run | undefined;
  let closed = false;

  const live = async (run: Run): Promise<void> => {
    const since = performance.now();
    try {
      const plugin = await run.plugin;
      const { pid } = plugin;
      reporter.emit('launched', pid, since);
      const unguard = options.guard(plugin);
      const detail = await plugin.ended;
      unguard();
      const cause = plugin.killedFor() ?? (run.abort.signal.aborted ? 'stopped' : 'crashed');
      reporter.emit('ended', pid, since, { detail, cause });
    } catch {
      // The launch failed; callers that await `plugin` get the error.
    } finally {
      if (current === run) current = undefined;
    }
  };

  const launch = (): Run => {
    const abort = new AbortController();
    // The protocol's code is loaded with the first provider.
    const plugin = import('./plugin.ts').then(({ openPlugin }) =>
      openPlugin(provider, { ...options, signal: abort.signal }),
    );
    const run = { plugin, abort, schemaAsked: false, configureAsked: false };
    const whole = live(run);
    ongoing.add(whole);
    void whole.then(() => ongoing.delete(whole));
    return run;
  };

  const end = async (run: Run | undefined): Promise<void> => {
    if (current === run) current = undefined;
    run?.abort.abort();
    await run?.plugin.then((plugin) => plugin.stop()).catch(() => undefined);
  };

  const endAll = async (): Promise<void> => {
    const present = [...ongoing];
    await end(current);
    await Promise.all(present);
  };

  return {
    /** Returns the present run; launches one if needed. Throws `ProviderProblem` after `close`. */
    alive: (): Run => {
      if (closed)
        throw reporter.problem('provider_start_failed', 'is not started any more: Plumbline is shutting down.');
      current ??= launch();
      return current;
    },
    /** Ends a run, also during its launch. */
    end,
    /** Ends the present run and waits until all runs have ended. */
    endAll,
    /** The same, and prevents further launches. */
    close: (): Promise<void> => {
      closed = true;
      return endAll();
    },
  };
}

/** Fetches the schema. Throws `provider_start_failed` without one: such a provider is useless. */
export async function askSchema(run: Run, reporter: EventReporter, deadlineMs: number): Promise<SchemaAnswer> {
  const plugin = await run.plugin;
  const since = performance.now();
  const failed = (why: string, cause?: unknown): Error =>
    reporter.problem('provider_start_failed', `did not give its schema: ${why}`, cause);
  const answer = await plugin.call('GetProviderSchema', {}, deadlineMs).catch((error: unknown) => {
    throw failed(messageOf(error), error);
  });
  const errors = errorsOf(answer.diagnostics);
  if (errors !== undefined) throw failed(errors);
  run.schemaAsked = true;
  reporter.emit('schema_fetched', plugin.pid, since);
  return { ...answer, protocol: plugin.protocol };
}
