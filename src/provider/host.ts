import { getOrInsert } from '../base/get-or-insert.ts';
import { maskText } from '../engine/mask/mask.ts';
import type { ProviderProxy } from '../clouds/tunnel/provider-proxy.ts';
import { createCircuitBreaker, type CircuitBreaker } from './read/circuit-breaker.ts';
import { configKey, createProviderProcess, type ProviderProcess } from './process/process.ts';
import type { Redact } from './protocol/errors.ts';
import type { ProviderFinder } from './find.ts';
import { createGroupWatch } from './launch/groups.ts';
import { enforceLimits } from './process/resource-limits.ts';
import { createSandbox, type Sandbox } from './jail/sandbox.ts';
import { createRateLimiters, type HardLimit } from './rate-limit/limiter.ts';
import { createPatience, PATIENCE, type Patience, type PatienceLimits } from './read/patience.ts';
import { createPool } from './pool/pool.ts';
import { ProviderProblem } from './contract/problem.ts';
import type { ProviderEvent } from './process/events.ts';
import { fitsSchemas, createSchemaStore, type SchemaStore } from './schema/store.ts';
import { openSession } from './session.ts';
import type {
  Asker,
  FoundProvider,
  ProviderConfig,
  ProviderHost,
  ProviderNeed,
  ReadOutcome,
} from './contract/types.ts';

export type HostOptions = {
  find: ProviderFinder;
  /** A private directory; schemas are kept in it. */
  cacheDir: string;
  /** The environment of the providers; nothing is inherited beyond it. */
  childEnv: Readonly<Record<string, string>>;
  /** The sandbox of the providers. */
  sandbox: Sandbox;
  /** Whether the directory of a scan is the person's own: what is installed and configured there runs as Terraform runs it. */
  isTrusted?: boolean;
  /** The way out of processes that are gated (`Gateway.openProxy`). */
  openProxy?: ((dir: string) => Promise<ProviderProxy>) | undefined;
  /** The way out of all others; without it they have none where the sandbox keeps them in. */
  tunnel?: ((need: Pick<ProviderNeed, 'source' | 'reach' | 'isTenants'>) => Promise<ProviderProxy>) | undefined;
  /** For one read beside others, default 5 min: some wait for minutes for what is gone. */
  readDeadlineMs?: number;
  /** How long a scan waits for the reads that are left. */
  patience?: PatienceLimits;
  /** Reads at once over one process, default 120: reading is waiting. Of one service of an account there are a third at most. */
  concurrency?: number;
  /** Processes at once, default 4. */
  processes?: number;
  /** The memory limit of the processes of one provider together, default 1 GiB. */
  memoryBytes?: number;
  /** Processes that one provider may consist of, default 64. */
  processesOfOne?: number;
  /** The fixed limits of clouds per account; default none. */
  hardLimits?: readonly HardLimit[];
  /** The largest schema that is taken, default 256 MB. */
  maxSchemaBytes?: number;
  startTimeoutMs?: number;
  /** The output limit of a process, default 256 MiB. */
  maxOutputBytes?: number;
  /** For the schema, and for a configuration, default 2 min. */
  setupMs?: number;
  /** After this time without use a process is stopped, default 5 min. */
  idleMs?: number;
  /** How long one configuration may keep others waiting while there are more than processes, default 5 s. */
  quantumMs?: number;
  /** The first wait after a throttle, default 1 s. */
  throttleMs?: number;
  /** The interval at which a provider's memory is measured, default 1 s. */
  watchMs?: number;
  /** Masks secrets in texts that a provider wrote; by default, whatever looks like one. */
  redact?: Redact;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
};

/** Receives the measurements. */
export type ProviderMeter = {
  /** The outcome of a read, after all retries: `read`, `deleted`, or the reason of its failure. */
  readEnded(outcome: ReadOutcome): void;
  /** The cloud throttled a read, which may be tried again. */
  readThrottled(): void;
  /** The memory of the processes of one provider; 0 when they have ended. */
  providerMemory(pid: number, bytes: number): void;
};

/** The share of concurrent reads that one service may take: the others go on while it is slow. */
const OF_ONE_SERVICE = 1 / 3;

const UNCONFINED = createSandbox({ mode: 'off' });

type Kind = Pick<ProviderNeed, 'env' | 'gated' | 'reach' | 'files' | 'directory' | 'isTenants'>;

/** One provider binary in one environment, with its schemas and, by caller, its circuit breakers. */
type Binary = {
  key: string;
  provider: FoundProvider;
  env: Readonly<Record<string, string>>;
  gated: boolean;
  reach: readonly string[] | undefined;
  files: readonly string[];
  /** Where it runs as Terraform runs it: unconfined. */
  directory: string | undefined;
  /** It may be anybody's program: it gets nothing, and reaches nothing. */
  isAlone: boolean;
  isTenants: boolean;
  schemas: SchemaStore;
  processes: Set<ProviderProcess>;
  breakers: WeakMap<object, CircuitBreaker>;
};

/**
 * The provider host (see `ProviderHost`). `use` throws what `find` throws, `provider_start_failed` and
 * `provider_configure_failed`. A read rejects only when its signal is aborted or its session is over.
 */
export function createProviderHost(options: HostOptions): ProviderHost {
  const { find, readDeadlineMs = 300_000, concurrency = 120, redact = maskText, meter = {} } = options;
  const { memoryBytes = 1024 ** 3, processesOfOne = 64 } = options;
  const limits = { memoryBytes, processesOfOne, onMemory: meter.providerMemory };
  const binaries = new Map<string, Binary>();
  const limiterOf = createRateLimiters({
    ceiling: Math.ceil(concurrency * OF_ONE_SERVICE),
    limits: options.hardLimits ?? [],
    now: () => performance.now(),
  });
  const watch = createGroupWatch(options.watchMs ?? 1_000);

  const shuttingDown = (source: string): ProviderProblem =>
    new ProviderProblem(
      'provider_start_failed',
      source,
      `The provider ${source} is not started any more: Plumbline is shutting down.`,
    );

  const openProcess = (binary: Binary): ProviderProcess => {
    const { provider, env, gated, reach, files, directory, isAlone, isTenants, schemas, processes } = binary;
    const { tunnel } = options;
    const isFree = directory !== undefined;
    const open =
      isFree || isAlone ? undefined : tunnel && (() => tunnel({ source: provider.source, reach, isTenants }));
    const process = createProviderProcess(provider, {
      schemas,
      // Go programs collect garbage more eagerly near it, before anybody has to step in.
      childEnv: { GOMEMLIMIT: `${Math.round(memoryBytes * 0.7)}B`, ...options.childEnv, ...env },
      sandbox: isFree ? UNCONFINED : options.sandbox,
      directory,
      files,
      openProxy: gated ? options.openProxy : open,
      redact,
      setupMs: options.setupMs ?? 120_000,
      guard: enforceLimits(watch, limits, () => pool.retire(seated)),
      onEvent: (event) => options.onEvent?.(event),
      maxOutputBytes: options.maxOutputBytes,
      startTimeoutMs: options.startTimeoutMs,
      maxMessageBytes: options.maxSchemaBytes,
    });
    processes.add(process);
    const seated = { ...process, close: () => forget(binary, process) };
    return seated;
  };

  const forget = (binary: Binary, process: ProviderProcess): Promise<void> => {
    binary.processes.delete(process);
    // An environment may hold credentials, which come and go.
    if (binary.processes.size === 0 && binaries.get(binary.key) === binary) binaries.delete(binary.key);
    return process.close();
  };

  /** Processes that were begun before anybody had work for them. */
  const ahead = new Map<Binary, ProviderProcess>();
  const dropping = new Set<Promise<void>>();
  const takeProcess = (binary: Binary): ProviderProcess => {
    const begun = ahead.get(binary);
    ahead.delete(binary);
    return begun ?? openProcess(binary);
  };

  const { processes = 4 } = options;
  const pool = createPool<Binary>({
    open: takeProcess,
    refusal: ({ provider }) => shuttingDown(provider.source),
    processes,
    concurrency,
    idleMs: options.idleMs ?? 300_000,
    quantumMs: options.quantumMs ?? 5_000,
  });
  let closing: Promise<void> | undefined;

  /** `apart` separates binaries that have an environment, and so perhaps credentials, of their own. */
  const binaryOf = (
    provider: FoundProvider,
    { env = {}, gated = false, reach, files = [], directory: asTerraform, isTenants = false }: Kind = {},
    apart = '',
  ): Binary => {
    const { isTrusted = false } = options;
    // Only what a lock file proves is what the person's own Terraform runs.
    const directory = isTrusted && provider.verified && !gated ? asTerraform : undefined;
    const isAlone = provider.isForeign === true && !isTrusted && !gated;
    const given = isAlone ? { env: {}, files: [] } : { env, files };
    const key = JSON.stringify([provider.source, provider.version, provider.checksum, gated, apart, directory ?? '']);
    return getOrInsert(binaries, key, () =>
      newBinary({ key, provider, ...given, gated, reach, directory, isAlone, isTenants }),
    );
  };

  const newBinary = (own: Omit<Binary, 'schemas' | 'processes' | 'breakers'>): Binary => {
    const { key, provider } = own;
    // Who needs a schema to configure a process has one already, and may not wait for another.
    const schema = () =>
      made.processes.values().next().value?.schema() ??
      pool.run({ setup: { binary: made, config: {}, key }, by: made, signal: undefined }, (process) =>
        process.schema(),
      );
    const schemas = createSchemaStore(options.cacheDir, provider.checksum, schema);
    const made: Binary = { ...own, schemas, processes: new Set(), breakers: new WeakMap() };
    return made;
  };

  /** One for each scan, whatever it reads with. */
  const patiences = new WeakMap<object, Patience>();

  const readingOf = (binary: Binary, config: ProviderConfig, { by = {}, account, fresh, cloud, progress }: Asker) => {
    const { provider, schemas, gated } = binary;
    const key = `${binary.key} ${configKey(config)}`;
    const providerLabel = `${provider.source} ${provider.version}`;
    return {
      provider,
      gated,
      schemas,
      pool,
      claim: { setup: { binary, config, key }, by },
      config,
      providerLabel,
      breaker: getOrInsert(binary.breakers, by, () => createCircuitBreaker(providerLabel)),
      limiter: (type: string) => limiterOf(type, account),
      throttleMs: options.throttleMs ?? 1_000,
      readDeadlineMs,
      patience: getOrInsert(patiences, by, () => createPatience(options.patience ?? PATIENCE)),
      progress,
      redact,
      fresh: fresh ?? ((run) => run()),
      cloud,
      onRead: meter.readEnded ?? (() => undefined),
      onThrottle: meter.readThrottled ?? (() => undefined),
    };
  };

  const fits = (need: ProviderNeed) => async (provider: FoundProvider) =>
    closing !== undefined || fitsSchemas(binaryOf(provider, need).schemas, need.schemaVersions ?? {});

  const closeAll = async (): Promise<void> => {
    await Promise.all([pool.close(), ...[...ahead.values()].map((process) => process.close())]);
    await Promise.all(dropping);
  };

  /** Begins a process that nobody has work for yet, and gives the binary where it did. */
  const begin = async (need: ProviderNeed): Promise<Binary | undefined> => {
    const binary = binaryOf(await find(need, fits(need)), need);
    const running = binaries.values().reduce((sum, one) => sum + one.processes.size, 0);
    if (closing !== undefined || binary.processes.size > 0 || running >= processes) return undefined;
    const process = openProcess(binary);
    ahead.set(binary, process);
    process.begin();
    // It is cached, or loaded while the credentials are.
    await binary.schemas.provider().catch(() => undefined);
    return binary;
  };

  return {
    use: async (need, config, task, signal, asker = {}) => {
      const provider = await find(need, fits(need));
      if (closing !== undefined) throw shuttingDown(need.source);
      const { env, reach = [], files = [], isTenants = false } = need;
      const apart = env && configKey({ env, reach: [...reach], files: [...files], isTenants, config });
      const reading = readingOf(binaryOf(provider, need, apart), config, asker);
      const configured = async (process: ProviderProcess) => (await process.configured(config)).protocol;
      const { session, end } = openSession(reading, await pool.run({ ...reading.claim, signal }, configured));
      try {
        return await task(session);
      } finally {
        await end();
      }
    },
    prepare: (need) => {
      const begun = begin(need).catch(() => undefined);
      const drop = async (): Promise<void> => {
        const binary = await begun;
        const process = binary && ahead.get(binary);
        if (binary) ahead.delete(binary);
        await process?.close();
      };
      return () => {
        const dropped = drop().finally(() => dropping.delete(dropped));
        dropping.add(dropped);
      };
    },
    close: () => (closing ??= closeAll()),
  };
}
