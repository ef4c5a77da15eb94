import { configKey } from './configure.ts';
import type { Redact } from './diagnostics.ts';
import { ProviderProblem } from './problem.ts';
import { createProviderProcess } from './process.ts';
import type { ProviderProcess } from './process.ts';
import type { ProviderEvent } from './report.ts';
import { openSession } from './session.ts';
import { createTurns } from './turns.ts';
import type { Turns } from './turns.ts';
import type { ProviderFinder } from './find.ts';
import { fitsSchemas } from './schema/fits.ts';
import type { FoundProvider, ProviderConfig, ProviderHost, ProviderNeed, ProviderSession } from './types.ts';

export type HostOptions = {
  find: ProviderFinder;
  /** A private directory; schemas are kept in it. */
  cacheDir: string;
  /** The environment of the providers; nothing is inherited beyond it. */
  childEnv: Readonly<Record<string, string>>;
  /** For one read, default 90 s: the read of a deleted queue takes 20 s in a healthy provider. */
  readDeadlineMs?: number;
  /** Reads at once over one process, default 40: reading is waiting (1,000 instances behind 60 ms: see bench/scan.ts). */
  concurrency?: number;
  /** The largest schema that is taken, default 256 MB. */
  maxSchemaBytes?: number;
  startTimeoutMs?: number;
  /** After this time without use a process is stopped, default 5 min. */
  idleMs?: number;
  /** Takes known secrets out of texts that a provider wrote. */
  redact?: Redact;
  onEvent?: (event: ProviderEvent) => void;
};

/** A process with all who use it. `configurations` says whose turn it is, `reads` who may ask. */
type Shared = {
  found: FoundProvider;
  process: ProviderProcess;
  configurations: Turns;
  reads: Turns;
  users: number;
  idle?: NodeJS.Timeout;
};

/**
 * The provider host (see `ProviderHost`). `use` throws what `find` throws, `provider_start_failed` and
 * `provider_configure_failed`. A read rejects only when its signal is aborted or its session is over.
 */
export function createProviderHost(options: HostOptions): ProviderHost {
  const { find, readDeadlineMs = 90_000, concurrency = 40, idleMs = 300_000, redact = String } = options;
  const shared = new Map<string, Shared>();
  let closing: Promise<void> | undefined;

  /** `apart` tells the processes of one binary apart that have an environment, and so perhaps credentials, of their own. */
  const share = (found: FoundProvider, env: ProviderNeed['env'] = {}, apart = ''): Shared => {
    const key = JSON.stringify([found.source, found.version, found.checksum, apart]);
    const had = shared.get(key);
    if (had !== undefined) return had;
    const process = createProviderProcess(found, {
      cacheDir: options.cacheDir,
      childEnv: { ...options.childEnv, ...env },
      redact,
      onEvent: (event) => options.onEvent?.(event),
      ...(options.startTimeoutMs === undefined ? {} : { startTimeoutMs: options.startTimeoutMs }),
      ...(options.maxSchemaBytes === undefined ? {} : { maxMessageBytes: options.maxSchemaBytes }),
    });
    const made = { found, process, configurations: createTurns(), reads: createTurns(concurrency), users: 0 };
    shared.set(key, made);
    return made;
  };

  const work = async <T>(on: Shared, config: ProviderConfig, work: (session: ProviderSession) => Promise<T>) => {
    const { found, process, reads } = on;
    const { protocol } = await process.configured(config);
    const opened = openSession({ found, process, config, reads, readDeadlineMs, redact }, protocol);
    try {
      return await work(opened.session);
    } finally {
      await opened.end();
    }
  };

  const using = async <T>(on: Shared, task: () => Promise<T>): Promise<T> => {
    clearTimeout(on.idle);
    on.users += 1;
    try {
      return await task();
    } finally {
      on.users -= 1;
      if (on.users === 0) on.idle = setTimeout(() => void on.process.stop(), idleMs).unref();
    }
  };

  const fits = (need: ProviderNeed) => async (found: FoundProvider) => {
    if (closing !== undefined) return true;
    const on = share(found);
    return using(on, () => fitsSchemas(on.process.schemas, need.schemaVersions ?? {}));
  };

  return {
    use: async (need, config, task, signal) => {
      const found = await find(need, fits(need));
      if (closing !== undefined)
        throw new ProviderProblem(
          'provider_start_failed',
          need.source,
          `The provider ${need.source} is not started any more: Plumbline is shutting down.`,
        );
      const apart = need.env && configKey({ env: need.env, config });
      const on = share(found, need.env, apart);
      return using(on, () => on.configurations.run(configKey(config), () => work(on, config, task), signal));
    },
    close: () => {
      closing ??= (async () => {
        for (const { idle } of shared.values()) clearTimeout(idle);
        await Promise.all([...shared.values()].map(({ process }) => process.close()));
      })();
      return closing;
    },
  };
}
