import { messageOf } from '../../base/errors.ts';
import { encodeObject } from '../codec/encode.ts';
import { configKey, configurePlugin } from './configure.ts';
import { diedOf } from './crash.ts';
import { askSchema, createLives, type Configuration, type Life, type LifeOptions } from './runs.ts';
import type { Plugin } from './plugin.ts';
import { ProviderProblem } from '../contract/problem.ts';
import { createReport, type ReportOptions } from './events.ts';
import type { SchemaAnswer } from '../schema/file.ts';
import type { SchemaStore } from '../schema/store.ts';
import type { FoundProvider, ProviderConfig } from '../contract/types.ts';

export type ProcessOptions = LifeOptions &
  ReportOptions & {
    schemas: SchemaStore;
    /** For the schema, and for a configuration: some providers look for credentials, with retries, meanwhile. */
    setupMs: number;
  };

/** One provider binary, running whenever it is needed. */
export type ProviderProcess = {
  /** Launches, if it does not run; how that went is told by whatever needs it. */
  begin(): void;
  /** Launches as needed. */
  schema(): Promise<SchemaAnswer>;
  /** The running provider with this configuration; launches and configures as needed. Throws `ProviderProblem`. */
  configured(config: ProviderConfig): Promise<Plugin>;
  /** Stops what runs or is being launched; the next need launches it again. */
  stop(): Promise<void>;
  /** Stops, and launches nothing any more. */
  close(): Promise<void>;
};

const DIED: unique symbol = Symbol('died');

/** Keeps one provider binary running. Nothing is launched before it is needed. */
export function createProviderProcess(found: FoundProvider, options: ProcessOptions): ProviderProcess {
  const report = createReport(found, options);
  const lives = createLives(found, options, report);
  const { schemas, setupMs } = options;
  /** A configuration that a used process refused, and whether a fresh one has then taken it. */
  let doubt: string | undefined;
  let onlyFresh = false;

  const configure = async (life: Life, config: ProviderConfig): Promise<string | undefined> => {
    const { block } = await schemas.provider();
    let encoded: Uint8Array;
    try {
      encoded = encodeObject(block, config);
    } catch (error) {
      throw report.problem('provider_configure_failed', `cannot be configured: ${messageOf(error)}`, error);
    }
    // Without this capability a provider counts on being asked for its schema first, cached or not.
    if (!(await schemas.schemaOptional()) && !life.schemaAsked) await askSchema(life, report, setupMs);
    const plugin = await life.plugin;
    const since = performance.now();
    life.configureAsked = true;
    // What stands for a visit is worth something at the door of the process that is configured with it, and nowhere else.
    if (typeof config['access_key'] === 'string') plugin.admit(config['access_key']);
    const refused = await configurePlugin(plugin, encoded, setupMs);
    if (refused === undefined) report.tell('configured', plugin.pid, since);
    return refused;
  };

  const configurationOf = (life: Life, config: ProviderConfig): Configuration => {
    const key = configKey(config);
    if (life.configuration?.key !== key)
      life.configuration = { key, again: life.configureAsked, refused: configure(life, config) };
    return life.configuration;
  };

  /** `undefined` when it takes a new process: the present one died on the way, or was too used to be configured. */
  const tryConfigured = async (config: ProviderConfig): Promise<Plugin | undefined> => {
    const life = lives.alive();
    const plugin = await life.plugin;
    if (onlyFresh && life.configureAsked && life.configuration?.key !== configKey(config)) {
      await lives.end(life);
      return undefined;
    }
    const mine = configurationOf(life, config);
    const forget = (): void => {
      if (life.configuration === mine) delete life.configuration;
    };
    const refused = await mine.refused.catch(async (error: unknown) => {
      forget();
      if ((await diedOf(plugin, error)) !== undefined) return DIED;
      // It may hang, and would go on doing so.
      await lives.end(life);
      if (error instanceof ProviderProblem) throw error;
      throw report.problem('provider_configure_failed', `could not be configured: ${messageOf(error)}`, error);
    });
    if (typeof refused === 'symbol') return undefined;
    if (refused === undefined) {
      if (doubt === mine.key && !mine.again) onlyFresh = true;
      return plugin;
    }
    forget();
    if (!mine.again) throw report.problem('provider_configure_failed', `cannot be configured: ${refused}`);
    // hashicorp/aws, for one, cannot be configured twice when a CA bundle is set: a fresh process has the last word.
    doubt = mine.key;
    await lives.end(life);
    return undefined;
  };

  return {
    begin: () => void lives.alive(),
    schema: async () => askSchema(lives.alive(), report, setupMs),
    configured: async (config) => {
      // Dying once may be another's doing: a read that crashed it meanwhile.
      const plugin = (await tryConfigured(config)) ?? (await tryConfigured(config)) ?? (await tryConfigured(config));
      if (plugin === undefined)
        throw report.problem('provider_configure_failed', 'crashed while it was being configured.');
      return plugin;
    },
    stop: () => lives.endAll(),
    close: () => lives.close(),
  };
}
