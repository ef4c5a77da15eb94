import { messageOf } from '../base/errors.ts';
import { configKey, configurePlugin } from './configure.ts';
import { diedOf } from './death.ts';
import { errorsOf, presentable } from './diagnostics.ts';
import type { Redact } from './diagnostics.ts';
import { openPlugin } from './plugin.ts';
import type { Plugin, PluginOptions } from './plugin.ts';
import { ProviderProblem } from './problem.ts';
import type { Calls } from './protocol/messages.ts';
import { createSchemaStore } from './schema/store.ts';
import type { SchemaStore } from './schema/store.ts';
import type { FoundProvider, ProviderConfig, ProviderProblemCode } from './types.ts';

/** What happens to provider processes, for logs and metrics. */
export type ProviderEvent = {
  kind: 'launched' | 'schema_fetched' | 'configured' | 'ended';
  source: string;
  version: string;
  pid: number;
  /** How long it took; for `ended`, how long it lived. */
  ms: number;
  /** For `ended`: "exited with code 0". */
  detail?: string;
};

export type ProcessOptions = Omit<PluginOptions, 'signal'> & {
  cacheDir: string;
  redact: Redact;
  onEvent: (event: ProviderEvent) => void;
};

/** One provider binary, running whenever it is needed. */
export type ProviderProcess = {
  readonly schemas: SchemaStore;
  /** The running provider with this configuration; launches and configures as needed. Throws `ProviderProblem`. */
  configured(config: ProviderConfig): Promise<Plugin>;
  /** Stops what runs or is being launched; the next need launches it again. */
  stop(): Promise<void>;
  /** Stops, and launches nothing any more. */
  close(): Promise<void>;
};

type Configuration = { key: string; done: Promise<void> };

/** One life of the process. */
type Life = { plugin: Promise<Plugin>; abort: AbortController; schemaAsked: boolean; configuration?: Configuration };

type SchemaAnswer = Calls['GetProviderSchema']['response'];

const SCHEMA_MS = 120_000;

/** Keeps one provider binary running. Nothing is launched before it is needed. */
export function createProviderProcess(found: FoundProvider, options: ProcessOptions): ProviderProcess {
  const { source, version } = found;
  const lives = new Set<Promise<unknown>>();
  let current: Life | undefined;
  let closed = false;

  const problem = (code: ProviderProblemCode, text: string, cause?: unknown): ProviderProblem =>
    new ProviderProblem(code, source, presentable(`The provider ${source} ${version} ${text}`, options.redact), {
      cause,
    });
  const tell = (kind: ProviderEvent['kind'], { pid }: Plugin, since: number, detail?: string): void => {
    const event = { kind, source, version, pid, ms: Math.round(performance.now() - since) };
    options.onEvent(detail === undefined ? event : { ...event, detail });
  };

  const launch = (): Life => {
    const since = performance.now();
    const abort = new AbortController();
    const plugin = openPlugin(found, { ...options, signal: abort.signal });
    const life: Life = { plugin, abort, schemaAsked: false };
    const whole = (async () => {
      try {
        const opened = await plugin;
        tell('launched', opened, since);
        const how = await opened.ended;
        tell('ended', opened, since, how);
      } catch {
        // Not launched: whoever awaits `plugin` hears of it.
      } finally {
        if (current === life) current = undefined;
      }
    })();
    lives.add(whole);
    void whole.then(() => lives.delete(whole));
    return life;
  };

  const alive = (): Life => {
    if (closed) throw problem('provider_start_failed', 'is not started any more: Plumbline is shutting down.');
    current ??= launch();
    return current;
  };

  const askSchema = async (life: Life): Promise<SchemaAnswer> => {
    const plugin = await life.plugin;
    const since = performance.now();
    const answer = await plugin.call('GetProviderSchema', {}, SCHEMA_MS).catch((error: unknown) => {
      throw problem('provider_start_failed', `did not give its schema: ${messageOf(error)}`, error);
    });
    const errors = errorsOf(answer.diagnostics);
    if (errors !== undefined) throw problem('provider_start_failed', `did not give its schema: ${errors}`);
    life.schemaAsked = true;
    tell('schema_fetched', plugin, since);
    return answer;
  };

  const schemas = createSchemaStore(options.cacheDir, found.checksum, async () => askSchema(alive()));

  const configure = async (life: Life, config: ProviderConfig): Promise<void> => {
    const { block } = await schemas.provider();
    // Without this capability a provider counts on being asked for its schema first, cached or not.
    if (!(await schemas.schemaOptional()) && !life.schemaAsked) await askSchema(life);
    const plugin = await life.plugin;
    const since = performance.now();
    const refused = await configurePlugin(plugin, block, config);
    if (refused !== undefined) throw problem('provider_configure_failed', `cannot be configured: ${refused}`);
    tell('configured', plugin, since);
  };

  /** `undefined` when the process died on the way. */
  const tryConfigured = async (config: ProviderConfig): Promise<Plugin | undefined> => {
    const life = alive();
    const plugin = await life.plugin;
    const key = configKey(config);
    if (life.configuration?.key !== key) life.configuration = { key, done: configure(life, config) };
    const mine = life.configuration;
    try {
      await mine.done;
      return plugin;
    } catch (error) {
      if (life.configuration === mine) delete life.configuration;
      if (await diedOf(plugin, error)) return undefined;
      if (error instanceof ProviderProblem) throw error;
      throw problem('provider_configure_failed', `could not be configured: ${messageOf(error)}`, error);
    }
  };

  const stop = async (): Promise<void> => {
    const ending = [...lives];
    const life = current;
    current = undefined;
    life?.abort.abort();
    await life?.plugin.then((plugin) => plugin.stop()).catch(() => undefined);
    await Promise.all(ending);
  };

  return {
    schemas,
    stop,
    configured: async (config) => {
      // Once may be another's doing: a read that crashed it meanwhile.
      const plugin = (await tryConfigured(config)) ?? (await tryConfigured(config));
      if (plugin === undefined) throw problem('provider_configure_failed', 'crashed while it was being configured.');
      return plugin;
    },
    close: () => {
      closed = true;
      return stop();
    },
  };
}
