import { messageOf } from '../../base/errors.ts';
import { errorsOf } from '../protocol/diagnostics.ts';
import type { Plugin, PluginOptions } from './plugin.ts';
import type { Report } from './events.ts';
import type { SchemaAnswer } from '../schema/file.ts';
import type { FoundProvider } from '../contract/types.ts';

export type LifeOptions = Omit<PluginOptions, 'signal'> & {
  /** Keeps an eye on a running provider, until the answered function is called. */
  guard: (plugin: Plugin) => () => void;
};

/** One life of a provider's process, from its launch on, and what it has been asked so far. */
export type Life = {
  readonly plugin: Promise<Plugin>;
  readonly abort: AbortController;
  schemaAsked: boolean;
  configureAsked: boolean;
  configuration?: Configuration;
};

/** `refused` says why, `undefined` when it was accepted; `again` when it was not the first in this life. */
export type Configuration = {
  readonly key: string;
  readonly again: boolean;
  readonly refused: Promise<string | undefined>;
};

/** The lives of one provider binary, one after the other. */
export type Lives = {
  /** The present one; launches when there is none. Throws `ProviderProblem` after `close`. */
  alive(): Life;
  /** Ends one, also in the middle of its launch. */
  end(life: Life | undefined): Promise<void>;
  /** Ends the present one and waits until all are gone. */
  endAll(): Promise<void>;
  /** The same, and launches nothing any more. */
  close(): Promise<void>;
};

export function createLives(found: FoundProvider, options: LifeOptions, report: Report): Lives {
  const ongoing = new Set<Promise<unknown>>();
  let current: Life | undefined;
  let closed = false;

  const live = async (life: Life): Promise<void> => {
    const since = performance.now();
    try {
      const plugin = await life.plugin;
      const { pid } = plugin;
      report.tell('launched', pid, since);
      const unguard = options.guard(plugin);
      const detail = await plugin.ended;
      unguard();
      const cause = plugin.killedFor() ?? (life.abort.signal.aborted ? 'stopped' : 'crashed');
      report.tell('ended', pid, since, { detail, cause });
    } catch {
      // Not launched: whoever awaits `plugin` hears of it.
    } finally {
      if (current === life) current = undefined;
    }
  };

  const launch = (): Life => {
    const abort = new AbortController();
    // gRPC is a hundred and fifty files: they are loaded when the first provider is.
    const plugin = import('./plugin.ts').then(({ openPlugin }) =>
      openPlugin(found, { ...options, signal: abort.signal }),
    );
    const life = { plugin, abort, schemaAsked: false, configureAsked: false };
    const whole = live(life);
    ongoing.add(whole);
    void whole.then(() => ongoing.delete(whole));
    return life;
  };

  const end = async (life: Life | undefined): Promise<void> => {
    if (current === life) current = undefined;
    life?.abort.abort();
    await life?.plugin.then((plugin) => plugin.stop()).catch(() => undefined);
  };

  const endAll = async (): Promise<void> => {
    const present = [...ongoing];
    await end(current);
    await Promise.all(present);
  };

  return {
    alive: () => {
      if (closed) throw report.problem('provider_start_failed', 'is not started any more: Plumbline is shutting down.');
      current ??= launch();
      return current;
    },
    end,
    endAll,
    close: () => {
      closed = true;
      return endAll();
    },
  };
}

/** Asks for the schema. Throws `provider_start_failed` when it is not given: nothing can be done with such a provider. */
export async function askSchema(life: Life, report: Report, deadlineMs: number): Promise<SchemaAnswer> {
  const plugin = await life.plugin;
  const since = performance.now();
  const failed = (why: string, cause?: unknown): Error =>
    report.problem('provider_start_failed', `did not give its schema: ${why}`, cause);
  const answer = await plugin.call('GetProviderSchema', {}, deadlineMs).catch((error: unknown) => {
    throw failed(messageOf(error), error);
  });
  const errors = errorsOf(answer.diagnostics);
  if (errors !== undefined) throw failed(errors);
  life.schemaAsked = true;
  report.tell('schema_fetched', plugin.pid, since);
  return { ...answer, protocol: plugin.protocol };
}
