import type { JsonObject } from '../../base/json.ts';
import type { ResourceSchema } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { Progress, CloudWord } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderPattern } from '../address/pattern.ts';
import type { DynamicValue, Identity } from '../protocol/messages.ts';

/** A provider's entry in a dependency lock file; any one of the hashes (`h1:…`, `zh:…`) proves a package. */
export type LockedVersion = { version: string; hashes: readonly string[] };

/** The provider that a state needs. `source` is fully qualified: `registry.terraform.io/hashicorp/aws`. */
export type ProviderNeed = {
  source: string;
  /** The highest schema version in the states, by resource type: an older provider cannot read them. */
  schemaVersions?: Readonly<Record<string, number>>;
  /** The entry of the repository's lock file. */
  locked?: LockedVersion;
  /** Its calls go through the gateway, and its configuration holds dummy credentials. */
  gated?: boolean;
  /** The environment of this use's process. Even an empty one gives each configuration a process of its own. */
  env?: Readonly<Record<string, string>>;
  /** Terraform's working directory. In a trusted directory, a binary that the lock file proves runs there, too. */
  directory?: string;
  /** Further targets (`host:port`) that its process may connect to, and further files that it may read. */
  reach?: readonly string[];
  files?: readonly string[];
  /** The organization, not the operator, set `reach` and `files`: they must not lead to a private network. */
  isTenants?: boolean;
};

/** A provider binary on disk. `checksum` is its SHA-256 (hex), which also names the cached schema. */
export type FoundProvider = {
  source: string;
  version: string;
  path: string;
  checksum: string;
  /** Its location, for people: "filesystem mirror /usr/share/terraform/providers". */
  origin: string;
  /** The address that it has at that location, where it is the twin's at the other public registry. */
  installedAs?: string;
  /** The lock file's hashes prove the binary. */
  verified?: true;
  /** It lies in the scanned directory, whose author may have put it there, together with the lock file. */
  isForeign?: true;
};

/** The locations of providers; see `find.ts` for the order. */
export type ProviderLocations = {
  /** `PLUMBLINE_PROVIDER_MIRROR` or `--provider-mirror`: searched first. */
  mirror?: string;
  /** `.terraform/providers` of the root module of a scan at the terminal: only binaries that its lock file proves. */
  installed?: string | undefined;
  /** The reason why providers installed there may not run on this machine; undefined where they may. */
  whyNotInstalled?: () => Promise<string | undefined>;
  /** Allows downloads of missing providers (`PLUMBLINE_PROVIDER_DOWNLOAD=1`); default: no. */
  download?: boolean;
  /** The registry for downloads; default: `https://registry.opentofu.org`. Tests use a stand-in. */
  registry?: string;
  /** Private directory for unpacked archives, downloads and cached schemas. */
  cacheDir: string;
  /** The only providers that may run (`PLUMBLINE_PROVIDERS`, `--providers`); default: any. */
  allowed?: readonly ProviderPattern[];
  /** The environment with `TF_CLI_CONFIG_FILE`, `HOME`, `XDG_DATA_HOME`, `APPDATA`. */
  env: Readonly<Record<string, string | undefined>>;
};

/** A resource instance to read, as in the state. */
export type ReadRequest = {
  type: string;
  /** The state's `schema_version`. */
  schemaVersion: number;
  /** The state's `attributes` as JSON text, or the flatmap of states written by 0.11-era providers. */
  attributes: { json: string } | { flatmap: Record<string, string> };
  /** The state's `private`, base64-decoded; empty when absent. */
  private: Uint8Array;
  identity?: { schemaVersion: number; json: string };
  /** A second read, which earlier answers of the cloud must not serve. */
  again?: boolean;
  /** The object is in no state: the provider imports it, instead of `attributes`, `private` and `identity`. */
  imports?: ImportName;
};

/** The name by which an object is imported: its import id, or its resource identity as JSON. */
export type ImportName = { id: string } | { identity: string };

/** A provider's error about a configuration; the path is empty where the error has none. */
export type ConfigProblem = { path: Path; text: string };

/** The reason why a read gave no result. */
export type UnreadableReason =
  | 'denied'
  | 'throttled'
  | 'timeout'
  | 'canceled'
  | 'credentials_expired'
  /** The service rejects the caller: a wrong key, password or signature. */
  | 'credentials_rejected'
  | 'region_disabled'
  /** The read needs the value of a secret, which this organization does not allow. */
  | 'secret_values_off'
  /** The read calls a host that is unknown to the gateway. */
  | 'unknown_endpoint'
  /** The read makes a call that the gateway always refuses. */
  | 'refused'
  /** The service could not be reached: connection refused, no route, or an unknown host name. */
  | 'unreachable'
  /** The cloud answered with a server error. */
  | 'unavailable'
  /** Any other error or misbehaviour of the provider. */
  | 'provider_error';

/** A live object in the provider's own bytes, for further calls about it. */
export type LiveObject = {
  type: string;
  state: DynamicValue;
  private: Uint8Array;
  identity?: Identity;
};

/** The plan of the provider for a live object and a configuration. */
export type PlanOutcome =
  | {
      status: 'planned';
      /** The planned object; values not known before the apply are `UNKNOWN`. */
      planned: Value;
      /** Paths whose change would replace the object. */
      replaces: Path[];
      /** The type is on the legacy SDK, which does not distinguish null and empty. */
      legacy: boolean;
    }
  /** The provider gave no plan: an error, no answer in time, or a crash. */
  | { status: 'refused'; detail: string };

/**
 * The outcome of reading one instance. Both sides are decoded the same way (`before` is the upgraded state), so that
 * they can be compared; "not checked" is never mixed up with "deleted".
 */
export type ReadOutcome =
  /** `byCloud`: the cloud itself answered, not the provider alone; absent where answers are not recorded. */
  | { status: 'read'; before: Value; live: Value; object: LiveObject; byCloud?: boolean }
  | { status: 'deleted'; before: Value; byCloud?: boolean }
  /** The provider reports a deletion that a second read has to confirm. */
  | { status: 'suspect'; before: Value; detail: string }
  | { status: 'unreadable'; reason: UnreadableReason; detail: string }
  | { status: 'unsupported'; reason: 'unknown_type' | 'schema_too_new'; detail: string };

/** Objects in the provider's own list. `problem`: the reason why the list may be incomplete. */
export type ListedObjects = {
  objects: { name: string; identity: Readonly<Record<string, unknown>> | undefined }[];
  problem: string | undefined;
};

/** A provider process that is configured for one target. Valid inside `ProviderHost.use` only. */
export type ProviderSession = {
  readonly source: string;
  readonly version: string;
  readonly protocol: 5 | 6;
  /** The running binary. */
  readonly provider: FoundProvider;
  /** The schema of one resource type; `undefined` where the provider does not know the type. */
  resourceSchema(type: string): Promise<ResourceSchema | undefined>;
  /** True for a type on the legacy SDK, which does not distinguish null and empty; undefined before the first plan. */
  legacyType(type: string): boolean | undefined;
  /** True where the provider has settings. */
  takesSettings(): Promise<boolean>;
  /** Reads one instance. Errors of the provider or the cloud are results. */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadOutcome>;
  /** Reads an object once more, from the first result; undefined where that failed. */
  readAgain(object: LiveObject, signal?: AbortSignal): Promise<Value | undefined>;
  /**
   * The provider's errors about a configuration, found without calls to the cloud; undefined where it did not answer.
   */
  validate(type: string, config: Value, signal?: AbortSignal): Promise<ConfigProblem[] | undefined>;
  /** The provider's generated configuration for a live object; undefined where it generates none. */
  generate(object: LiveObject, signal?: AbortSignal): Promise<Value | undefined>;
  /**
   * The types that the provider lists without an argument, such as a parent: none before protocols 5.10 and 6.10. They
   * come from its schemas: hashicorp/aws 5.100 fails in all later calls once it was asked for its metadata.
   */
  listedTypes(): Promise<ReadonlySet<string>>;
  /**
   * The objects of a listed type, in the configured account and region. Errors of the provider or the cloud are
   * results.
   */
  list(type: string, signal?: AbortSignal): Promise<ListedObjects>;
  /** Plans the change from the live object to `proposed`, without applying it. Errors of the provider are results. */
  plan(object: LiveObject, target: { config: Value; proposed: Value }, signal?: AbortSignal): Promise<PlanOutcome>;
};

/** The settings of a provider's `provider {}` block; missing attributes are null. */
export type ProviderConfig = JsonObject;

/** Codes of `use`'s errors: a provider is missing or invalid, speaks another protocol, or refused its configuration. */
export type ProviderProblemCode =
  | 'provider_not_found'
  | 'provider_not_allowed'
  | 'provider_checksum_mismatch'
  | 'provider_start_failed'
  | 'provider_configure_failed'
  | 'provider_download_failed';

/** The caller of a session. */
export type Asker = {
  /** The analysis. Analyses take turns, and a provider's failures in one do not count in others. */
  by?: object;
  /** The account that is read, if known: all its readers share its rate limits. */
  account?: string | undefined;
  /** Runs a second read, which the cloud answers, not a cache. */
  fresh?: (<T>(run: () => Promise<T>) => Promise<T>) | undefined;
  /** The cloud's answers to the provider's calls, where they are recorded. */
  cloud?: CloudWord | undefined;
  /** The progress of the provider's calls, where they are visible. */
  progress?: Pick<Progress, 'moves' | 'isAsking' | 'listen'> | undefined;
};

/** Runs providers: finds, launches, keeps warm, reconfigures, restarts after a crash, stops. */
export type ProviderHost = {
  /**
   * Runs `work` with a session on a provider that fits `need`, configured with `config`. Equal configurations share a
   * process; others have a process each, and take turns where there are more than processes (Configure is per process).
   * Throws `ProviderProblem` where no session can be had. After a crash inside `work`, later reads of the same session
   * run in a new process with the same configuration. Rejects with the reason of `signal` when that aborts before its
   * turn.
   */
  use<T>(
    need: ProviderNeed,
    config: ProviderConfig,
    work: (session: ProviderSession) => Promise<T>,
    signal?: AbortSignal,
    asker?: Asker,
  ): Promise<T>;
  /**
   * Finds and starts a provider that fits `need` ahead of its use, where it does not run yet and there is room: the
   * caller can prepare the configuration meanwhile. `use` reports the errors. Call the returned function where no more
   * use follows.
   */
  prepare(need: ProviderNeed): () => void;
  /** Stops every process, whatever its state. */
  close(): Promise<void>;
};
