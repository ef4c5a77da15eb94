import type { StateSource } from '../base/state-source.ts';
import type { ProviderHost } from '../provider/contract/types.ts';
import type { CloudTarget } from '../engine/refresh/cloud-target.ts';
import type { GatewayWay } from './compose-providers.ts';

/** A file that a scan is written to, or one that it is answered from. */
export type Tapes = { record?: string | undefined; replay?: string | undefined };

/** The cloud of a scan, and what leads there. */
export type Taped = {
  target: CloudTarget;
  way: GatewayWay;
  /** The states, of which it is known what is secret in them. */
  source(source: StateSource): StateSource;
  /** The providers, of which it may be known what they read. */
  host(host: ProviderHost): ProviderHost;
  /** Says what is wrong with what was written. */
  close(): string | undefined;
};

/** A cloud that is recorded, or replayed, or neither. Throws `ConfigError`. */
export async function taped({ record, replay }: Tapes, target: CloudTarget): Promise<Taped> {
  if (record === undefined && replay === undefined)
    return { target, way: {}, source: (source) => source, host: (host) => host, close: () => undefined };
  // Loaded when needed: few scans are recorded, and what reads a recording checks it with more than all that they need.
  const { recordTo, replayFrom } = await import('./compose-recording.ts');
  return record === undefined ? replayFrom(replay ?? '', target) : recordTo(record, target);
}
