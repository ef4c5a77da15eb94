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
  /** A private directory for schemas. */
  cacheDir: string;
  /** The environment of the providers; they inherit nothing else. */
  childEnv: Readonly<Record<string, string>>;
  /** The sandbox of the providers. */
  sandbox: Sandbox;
  /** The scanned directory is the person's own: providers installed there run as under Terraform. */
  isTrusted?: boolean;
  /** Opens the network proxy of gated processes (`Gateway.openProxy`). */
  openProxy?: ((dir: string) => Promise<ProviderProxy>) | undefined;
  /** Opens the tunnel of all other processes. Without it, sandboxed processes have no network. */
  tunnel?: ((need: Pick<ProviderNeed, 'source' | 'reach' | 'isTenants'>) => Promise<ProviderProxy>) | undefined;
  /** The deadline of a read; default: 5 minutes, since some providers wait minutes for a missing resource. */
  readDeadlineMs?: number;
  /** How long a scan waits for the last reads. */
  patience?: PatienceLimits;
  /** Concurrent reads in one process; default: 120. One service of an account gets at most a third. */
  concurrency?: number;
  /** Concurrent processes; default: 4. */
  processes?: number;
  /** The memory limit of one provider's processes together; default: 1 GiB. */
  memoryBytes?: number;
  /** The maximum number of processes of one provider; default: 64. */
  processesOfOne?: number;
  /** Fixed rate limits of clouds, per account; default: none. */
  hardLimits?: readonly HardLimit[];
  /** The maximum size of a schema; default: 256 MB. */
  maxSchemaBytes?: number;
  startTimeoutMs?: number;
  /** The output limit of a process; default: 256 MiB. */
  maxOutputBytes?: number;
  /** The deadline of the schema call, and of a configuration; default: 2 minutes. */
  setupMs?: number;
  /** The idle time after which a process is stopped; default: 5 minutes. */
  idleMs?: number;
  /** How long one configuration may hold a process while others wait for it; default: 5 s. */
  quantumMs?: number;
  /** The first wait after a throttle; default: 1 s. */
  throttleMs?: number;
  /** The interval of memory measurements; default: 1 s. */
  watchMs?: number;
  /** Masks secrets in a provider's texts; default: everything that looks like one. */
  redact?: Redact;
  onEvent?: (event: ProviderEvent) => void;
  meter?: Partial<ProviderMeter>;
};

/** Receives the measurements. */
export type ProviderMeter = {
  /** The outcome of a read, after all retries: `read`, `deleted`, or the reason of its failure. */
  readEnded(outcome: ReadOutcome): void;
  /** The cloud throttled a read, which may be retried. */
  readThrottled(): void;
  /** The memory of one provider's processes; 0 when they have ended. */
  providerMemory(pid: number, bytes: number): void;
};

/** The share of concurrent reads that one service may take: others continue while it is slow. */
const OF_ONE_SERVICE = 1 / 3;

const UNCONFINED = createSandbox({ mode: 'off' });

type Kind = Pick<ProviderNeed, 'env' | 'gated' | 'reach' | 'files' | 'directory' | 'isTenants'>;

/** A provider binary in one environment, with its schemas and, by caller, its circuit breakers. */
type Binary = {
  key: string;
  provider: FoundProvider;
  env: Readonly<Record<string, string>>;
  gated: boolean;
  reach: readonly string[] | undefined;
  files: readonly string[];
  /** The working directory of a process that runs unconfined, as under Terraform. */
  directory: string | undefined;
  /** The binary may be anybody's program: it gets no environment or files, and no network. */
  isAlone: boolean;
  isTenants: boolean;
  schemas: SchemaStore;
  processes: Set<ProviderProcess>;
  breakers: WeakMap<object, CircuitBreaker>;
};

/**
 * Creates the provider host (see `ProviderHost`). `use` throws the errors of `find`, `provider_start_failed` and
 * `provider_configure_failed`. A read rejects only when its signal aborts or its session is over.
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
      // Near this limit, Go programs collect garbage more often, before `enforceLimits` has to act.
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
    // The environment may hold temporary credentials.
    if (binary.processes.size === 0 && binaries.get(binary.key) === binary) binaries.delete(binary.key);
    return process.close();
  };

  /** Processes that were started ahead of any work. */
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

  /** `apart` separates binaries with an environment of their own, which may hold credentials. */
  const binaryOf = (
    provider: FoundProvider,
    { env = {}, gated = false, reach, files = [], directory: asTerraform, isTenants = false }: Kind = {},
    apart = '',
  ): Binary => {
    const { isTrusted = false } = options;
    // Only a lock file proves that the binary is the one that the person's own Terraform runs.
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
    // A caller that configures a process already has one to ask for the schema, and must not wait for another.
    const schema = () =>
      made.processes.values().next().value?.schema() ??
      pool.run({ setup: { binary: made, config: {}, key }, by: made, signal: undefined }, (process) =>
        process.schema(),
      );
    const schemas = createSchemaStore(options.cacheDir, provider.checksum, schema);
    const made: Binary = { ...own, schemas, processes: new Set(), breakers: new WeakMap() };
    return made;
  };

  /** One patience for each scan, shared by all its providers. */
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

  /** Starts a process ahead of any work; returns its binary where it did. */
  const begin = async (need: ProviderNeed): Promise<Binary | undefined> => {
    const binary = binaryOf(await find(need, fits(need)), need);
    const running = binaries.values().reduce((sum, one) => sum + one.processes.size, 0);
    if (closing !== undefined || binary.processes.size > 0 || running >= processes) return undefined;
    const process = openProcess(binary);
    ahead.set(binary, process);
    process.begin();
    // The schema comes from the cache, or loads while the caller fetches credentials.
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
