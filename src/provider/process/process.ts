import { messageOf } from '../../base/errors.ts';
import { encodeObject } from '../codec/encode.ts';
import { crashOf } from './crash.ts';
import { askSchema, createRuns, type Configuration, type Run, type RunOptions } from './runs.ts';
import type { Plugin } from './plugin.ts';
import { ProviderProblem } from '../contract/problem.ts';
import { createEventReporter, type EventReporterOptions } from './events.ts';
import type { SchemaAnswer } from '../schema/file.ts';
import type { SchemaStore } from '../schema/store.ts';
import type { FoundProvider, ProviderConfig } from '../contract/types.ts';
import { errorsOf } from '../protocol/errors.ts';
import { CLIENT_CAPABILITIES } from '../protocol/messages.ts';

/** The Terraform version in the Configure request: the version whose calls are imitated. */
const TERRAFORM_VERSION = '1.11.4';

/**
 * Configures a running provider. Returns the reason of a refusal, or undefined. Rejects with a `CallError` where the
 * transport fails.
 */
async function configurePlugin(plugin: Plugin, msgpack: Uint8Array, deadlineMs: number): Promise<string | undefined> {
  const message = {
    terraform_version: TERRAFORM_VERSION,
    config: { msgpack },
    client_capabilities: CLIENT_CAPABILITIES,
  };
  return errorsOf((await plugin.call('ConfigureProvider', message, deadlineMs)).diagnostics);
}

/** Equal for equal configurations, in any order of keys. It may hold secrets: use it only to compare. */
export function configKey(config: ProviderConfig): string {
  return JSON.stringify(config, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

export type ProcessOptions = RunOptions &
  EventReporterOptions & {
    schemas: SchemaStore;
    /** The deadline of the schema call and of a configuration: some providers search for credentials in it. */
    setupMs: number;
  };

/** One provider binary, which runs on demand. */
export type ProviderProcess = {
  /** Launches the process if it does not run. The first call that needs it reports a failure. */
  begin(): void;
  /** Returns the schema; launches the process if needed. */
  schema(): Promise<SchemaAnswer>;
  /** Returns the provider with this configuration, launched if needed. Throws `ProviderProblem`. */
  configured(config: ProviderConfig): Promise<Plugin>;
  /** Stops the process, also during its launch; the next call launches it again. */
  stop(): Promise<void>;
  /** Stops the process for good. */
  close(): Promise<void>;
};

const DIED: unique symbol = Symbol('died');

/** Runs one provider binary. It is launched on first use. */
export function createProviderProcess(provider: FoundProvider, options: ProcessOptions): ProviderProcess {
  const reporter = createEventReporter(provider, options);
  const runs = createRuns(provider, options, reporter);
  const { schemas, setupMs } = options;
  /** The key of a configuration that a used process refused, and whether a new process then accepted it. */
  let refusedKey: string | undefined;
  let onlyFresh = false;

  const configure = async (run: Run, config: ProviderConfig): Promise<string | undefined> => {
    const { block } = await schemas.provider();
    let encoded: Uint8Array;
    try {
      encoded = encodeObject(block, config);
    } catch (error) {
      throw reporter.problem('provider_configure_failed', `cannot be configured: ${messageOf(error)}`, error);
    }
    // Without this capability a provider relies on a preceding GetProviderSchema call, cached or not.
    if (!(await schemas.schemaOptional()) && !run.schemaAsked) await askSchema(run, reporter, setupMs);
    const plugin = await run.plugin;
    const since = performance.now();
    run.configureAsked = true;
    // A session's dummy access key is valid only at the proxy of the process that is configured with it.
    if (typeof config['access_key'] === 'string') plugin.admit(config['access_key']);
    const refused = await configurePlugin(plugin, encoded, setupMs);
    if (refused === undefined) reporter.emit('configured', plugin.pid, since);
    return refused;
  };

  const configurationOf = (run: Run, config: ProviderConfig): Configuration => {
    const key = configKey(config);
    if (run.configuration?.key !== key)
      run.configuration = { key, again: run.configureAsked, refused: configure(run, config) };
    return run.configuration;
  };

  /** Undefined where a new process is needed: the present one died, or had been used too much to be configured. */
  const tryConfigured = async (config: ProviderConfig): Promise<Plugin | undefined> => {
    const run = runs.alive();
    const plugin = await run.plugin;
    if (onlyFresh && run.configureAsked && run.configuration?.key !== configKey(config)) {
      await runs.end(run);
      return undefined;
    }
    const mine = configurationOf(run, config);
    const forget = (): void => {
      if (run.configuration === mine) delete run.configuration;
    };
    const refused = await mine.refused.catch(async (error: unknown) => {
      forget();
      if ((await crashOf(plugin, error)) !== undefined) return DIED;
      // The process may hang, and would not recover.
      await runs.end(run);
      if (error instanceof ProviderProblem) throw error;
      throw reporter.problem('provider_configure_failed', `could not be configured: ${messageOf(error)}`, error);
    });
    if (typeof refused === 'symbol') return undefined;
    if (refused === undefined) {
      if (refusedKey === mine.key && !mine.again) onlyFresh = true;
      return plugin;
    }
    forget();
    if (!mine.again) throw reporter.problem('provider_configure_failed', `cannot be configured: ${refused}`);
    // Some providers cannot be configured twice (hashicorp/aws with a CA bundle), so a new process decides.
    refusedKey = mine.key;
    await runs.end(run);
    return undefined;
  };

  return {
    begin: () => void runs.alive(),
    schema: async () => askSchema(runs.alive(), reporter, setupMs),
    configured: async (config) => {
      // A crash may have another cause, such as a concurrent read.
      const plugin = (await tryConfigured(config)) ?? (await tryConfigured(config)) ?? (await tryConfigured(config));
      if (plugin === undefined)
        throw reporter.problem('provider_configure_failed', 'crashed while it was being configured.');
      return plugin;
    },
    stop: () => runs.endAll(),
    close: () => runs.close(),
  };
}
