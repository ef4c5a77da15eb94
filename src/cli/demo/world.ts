import type { JsonObject } from '../../base/json.ts';
import type { Env } from '../../server/config/config.ts';

/**
 * What the demo plays in, made by testkit/demo/: a cloud with an estate that Terraform's state knows, and that somebody has changed
 * since.
 */
export type DemoWorld = {
  /** Which provider is used, and where it was found. */
  provider: string;
  /** Which cloud is used, and where it is. */
  cloud: string;
  /** What the server needs to reach this cloud, as environment variables. */
  env: Record<string, string>;
  /** What the organization is configured with. */
  settings: { role_arn: string; state_bucket: string; state_prefix: string; region: string; secret_values?: boolean };
  /** Creates the role, which can be assumed with this external id. */
  createRole(externalId: string, trustPolicy: JsonObject): Promise<void>;
  /** Creates everything and writes the state into the bucket; answers how many instances there are. */
  apply(): Promise<number>;
  /** Changes the cloud behind Terraform's back; answers what was done, a line each. */
  meddle(): Promise<string[]>;
  /** Ends whatever was started for it. */
  close(): Promise<void>;
};

/** `openWorld` of testkit/demo/open.ts; `why` says why it is not AWS. */
export type OpenWorld = (
  options: WorldOptions & { sample: boolean },
) => Promise<{ world: DemoWorld; why: string | undefined }>;

export type WorldOptions = {
  env: Env;
  /** A directory that is removed when the demo ends. */
  directory: string;
  /** Tells what takes a while. */
  say: (line: string) => void;
  signal: AbortSignal;
};

/** Something optional that is not to be had; the message names it and says why. */
export class Unavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Unavailable';
  }
}
