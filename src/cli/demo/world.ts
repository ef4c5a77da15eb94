import type { JsonObject } from '../../base/json.ts';
import type { Env } from '../../server/config/config.ts';

/**
 * The demo's world, created by testkit/demo/: a cloud with an estate that Terraform's state describes, and that somebody
 * has changed since.
 */
export type DemoWorld = {
  /** The provider in use, and where it was found. */
  provider: string;
  /** The cloud in use, and where it is. */
  cloud: string;
  /** Environment variables that the server needs to reach this cloud. */
  env: Record<string, string>;
  /** The settings of the organization. */
  settings: { role_arn: string; state_bucket: string; state_prefix: string; region: string; secret_values?: boolean };
  /** Creates the role, which can be assumed with this external id. */
  createRole(externalId: string, trustPolicy: JsonObject): Promise<void>;
  /** Creates everything and writes the state into the bucket; returns the number of instances. */
  apply(): Promise<number>;
  /** Changes the cloud behind Terraform's back; returns a line about each change. */
  meddle(): Promise<string[]>;
  /** Stops everything that was started for it. */
  close(): Promise<void>;
};

/** `openWorld` of testkit/demo/open.ts; `why` explains a world other than AWS. */
export type OpenWorld = (
  options: WorldOptions & { sample: boolean },
) => Promise<{ world: DemoWorld; why: string | undefined }>;

export type WorldOptions = {
  env: Env;
  /** A directory that is removed when the demo ends. */
  directory: string;
  /** Reports a step that takes a while. */
  say: (line: string) => void;
  signal: AbortSignal;
};

/** Thrown when an optional requirement is not available; the message names it and says why. */
export class Unavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Unavailable';
  }
}
