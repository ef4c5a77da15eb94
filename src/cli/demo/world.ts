import type { JsonObject } from '../../base/json.ts';
import type { Env } from '../../server/config/config.ts';
import type { Given } from '../../sources/contract/kind.ts';
import { CliError } from '../terminal/client.ts';

/** The kinds of state sources that the demo can have its states in. */
export const DEMO_SOURCES = ['gcs', 'azurerm', 'pg'] as const;
export type DemoSource = (typeof DEMO_SOURCES)[number];

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
  /** The settings of the provider, if it works without AWS. */
  providerSettings?: { provider: string; config: JsonObject; reach: string[] };
  /** Creates everything and writes the state with `put`, else into the bucket; returns the number of instances. */
  apply(put?: (state: string) => Promise<unknown>): Promise<number>;
  /** Changes the cloud behind Terraform's back; returns a line about each change. */
  meddle(): Promise<string[]>;
  /** Stops everything that was started for it. */
  close(): Promise<void>;
};

/** The place of the demo's states, if it is not the bucket of its cloud. */
export type DemoStates = {
  /** A description of the place, for people. */
  where: string;
  /** Environment variables that allow the server to connect to it. */
  env: Record<string, string>;
  source: { kind: DemoSource; settings: Given; credentials: Given };
  put: (state: string) => Promise<unknown>;
  /** Removes it, and stops everything that was started for it. */
  close(): Promise<void>;
};

/** `openStates` of testkit/demo/open.ts. */
export type OpenStates = (kind: DemoSource, options: StatesOptions) => Promise<DemoStates>;

/** `databaseUrl`: the Postgres that the user named for the states. */
export type StatesOptions = { env: Env; databaseUrl: string | undefined };

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
export class Unavailable extends CliError {}
