import { messageOf } from '../../base/errors.ts';
import { errorsOf } from '../protocol/errors.ts';
import type { Plugin, PluginOptions } from './plugin.ts';
import type { EventReporter } from './events.ts';
import type { SchemaAnswer } from '../schema/file.ts';
import type { FoundProvider } from '../contract/types.ts';

export type RunOptions = Omit<PluginOptions, 'signal'> & {
  /** Keeps an eye on a running provider, until the returned function is called. */
  guard: (plugin: Plugin) => () => void;
};

/** One run of a provider's process, from its launch on, and the calls that it has received so far. */
export type Run = {
  readonly plugin: Promise<Plugin>;
  readonly abort: AbortController;
  schemaAsked: boolean;
  configureAsked: boolean;
  configuration?: Configuration;
};

/** `refused` says why, `undefined` when it was accepted; `again` when it was not the first in this run. */
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
      // Not launched: whoever awaits `plugin` hears of it.
    } finally {
      if (current === run) current = undefined;
    }
  };

  const launch = (): Run => {
    const abort = new AbortController();
    // What speaks the protocol is loaded when the first provider is.
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
    /** The present one; launches when there is none. Throws `ProviderProblem` after `close`. */
    alive: (): Run => {
      if (closed)
        throw reporter.problem('provider_start_failed', 'is not started any more: Plumbline is shutting down.');
      current ??= launch();
      return current;
    },
    /** Ends one, also in the middle of its launch. */
    end,
    /** Ends the present one and waits until all are gone. */
    endAll,
    /** The same, and launches nothing any more. */
    close: (): Promise<void> => {
      closed = true;
      return endAll();
    },
  };
}

/** Asks for the schema. Throws `provider_start_failed` without one: such a provider is of no use. */
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
