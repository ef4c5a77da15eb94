import type { JsonObject } from '../../base/json.ts';
import type { ResourceSchema } from '../../base/schema.ts';
import type { Path, Value } from '../../base/value.ts';
import type { Progress, CloudWord } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderPattern } from '../address/pattern.ts';
import type { DynamicValue, Identity } from '../protocol/messages.ts';

/** The package of a provider that a dependency lock file names; any of the hashes (`h1:…`, `zh:…`) proves it. */
export type LockedVersion = { version: string; hashes: readonly string[] };

/** Which provider a state asks for. `source` is fully qualified: `registry.terraform.io/hashicorp/aws`. */
export type ProviderNeed = {
  source: string;
  /** Highest schema version that the states hold, by resource type: an older provider cannot read them. */
  schemaVersions?: Readonly<Record<string, number>>;
  /** The entry of the repository's lock file. */
  locked?: LockedVersion;
  /** It goes out through the gateway, and its configuration holds what stands for credentials there. */
  gated?: boolean;
  /** For this use's process alone. A need that has one, be it empty, shares its process with no other configuration. */
  env?: Readonly<Record<string, string>>;
  /** Where Terraform runs it: what the lock file proves runs there, too, where the person trusts that directory. */
  directory?: string;
  /** Where its process may connect to, as `host:port`, and which files it may read, beyond what all may. */
  reach?: readonly string[];
  files?: readonly string[];
  /** The organization gave these, not the operator: they lead to no private network. */
  isTenants?: boolean;
};

/** A provider binary on disk. `checksum` is the SHA-256 of the binary (hex); it names the cached schema. */
export type FoundProvider = {
  source: string;
  version: string;
  path: string;
  checksum: string;
  /** Its location, for people: "filesystem mirror /usr/share/terraform/providers". */
  origin: string;
  /** The address that it lies under there, where that is its twin's at the other public registry. */
  installedAs?: string;
  /** The lock file's hashes prove that it is what they were made of. */
  verified?: true;
  /** It lies in the directory that is scanned: whoever wrote that may have put it there, and the lock file beside it. */
  isForeign?: true;
};

/** The locations of providers; see `find.ts` for the order. */
export type ProviderLocations = {
  /** `PLUMBLINE_PROVIDER_MIRROR` or `--provider-mirror`: searched first. */
  mirror?: string;
  /** `.terraform/providers` of the root module that a scan at the terminal was pointed at: only what its lock file proves. */
  installed?: string | undefined;
  /** Why nothing of what is installed there may run on this machine; undefined where it may. */
  whyNotInstalled?: () => Promise<string | undefined>;
  /** May a missing provider be downloaded (`PLUMBLINE_PROVIDER_DOWNLOAD=1`)? Off by default. */
  download?: boolean;
  /** The registry for downloads, default `https://registry.opentofu.org`. Tests point it at a stand-in. */
  registry?: string;
  /** Private directory for unpacked archives, downloads and cached schemas. */
  cacheDir: string;
  /** Which providers may be run at all (`PLUMBLINE_PROVIDERS`, `--providers`); whichever, if it does not say. */
  allowed?: readonly ProviderPattern[];
  /** The environment to read `TF_CLI_CONFIG_FILE`, `HOME`, `XDG_DATA_HOME`, `APPDATA` from. */
  env: Readonly<Record<string, string | undefined>>;
};

/** One resource instance to be read, as the state has it. */
export type ReadRequest = {
  type: string;
  /** The state's `schema_version`. */
  schemaVersion: number;
  /** The state's `attributes` as JSON text, or the flatmap of states written by 0.11-era providers. */
  attributes: { json: string } | { flatmap: Record<string, string> };
  /** The state's `private`, base64-decoded; empty when absent. */
  private: Uint8Array;
  identity?: { schemaVersion: number; json: string };
  /** This is a second read: earlier answers of the cloud do not count. */
  again?: boolean;
  /** It is in no state: the provider imports it, in the place of `attributes`, `private` and `identity`. */
  imports?: ImportName;
};

/** What an object is imported by: its import id, or its resource identity as JSON. */
export type ImportName = { id: string } | { identity: string };

/** An error of the provider about a configuration; the path is empty where it names none. */
export type ConfigProblem = { path: Path; text: string };

/** Why a read gave no result. */
export type UnreadableReason =
  | 'denied'
  | 'throttled'
  | 'timeout'
  | 'canceled'
  | 'credentials_expired'
  /** The service does not accept who asks: a wrong key, password or signature. */
  | 'credentials_rejected'
  | 'region_disabled'
  /** The value of a secret, which this organization does not have read. */
  | 'secret_values_off'
  /** It takes a call to a host that the gateway does not know as one of the cloud's. */
  | 'unknown_endpoint'
  /** It takes a call that the gateway lets nobody make. */
  | 'refused'
  /** The service was not reached at all: refused, no way to it, a name that nobody knows. */
  | 'unreachable'
  /** The cloud answered with a server error. */
  | 'unavailable'
  /** Whatever else the provider said or did. */
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
      /** The object afterwards; what is not known before is `UNKNOWN`. */
      planned: Value;
      /** Where a change would replace the object. */
      replaces: Path[];
      /** It is written with the older SDK, for which null and empty are one. */
      legacy: boolean;
    }
  /** It gave no plan: an error, no answer in time, a crash. */
  | { status: 'refused'; detail: string };

/**
 * The outcome of reading one instance. Both sides are decoded the same way (`before` is the upgraded state), so that they
 * can be compared; "not checked" is never mixed up with "deleted".
 */
export type ReadOutcome =
  /** `byCloud`: whether the cloud itself was heard to answer, so that it is not the provider's word alone; absent where nobody hears. */
  | { status: 'read'; before: Value; live: Value; object: LiveObject; byCloud?: boolean }
  | { status: 'deleted'; before: Value; byCloud?: boolean }
  /** The provider reports a deletion that a second read has to confirm. */
  | { status: 'suspect'; before: Value; detail: string }
  | { status: 'unreadable'; reason: UnreadableReason; detail: string }
  | { status: 'unsupported'; reason: 'unknown_type' | 'schema_too_new'; detail: string };

/** Objects by the provider's own list. `problem`: why there may be more of them. */
export type ListedObjects = {
  objects: { name: string; identity: Readonly<Record<string, unknown>> | undefined }[];
  problem: string | undefined;
};

/** A provider process that is configured for one target. Valid inside `ProviderHost.use` only. */
export type ProviderSession = {
  readonly source: string;
  readonly version: string;
  readonly protocol: 5 | 6;
  /** The binary that runs. */
  readonly provider: FoundProvider;
  /** The schema of one resource type; `undefined` where the provider does not know the type. */
  resourceSchema(type: string): Promise<ResourceSchema | undefined>;
  /** Whether a type is written with the legacy SDK, for which null and empty are one; undefined until a plan has said it. */
  legacyType(type: string): boolean | undefined;
  /** Whether there is anything that it could be configured with. */
  takesSettings(): Promise<boolean>;
  /** Reads one instance; never throws for what the provider or the cloud does. */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadOutcome>;
  /** Reads an object once more, from the first result; undefined where that failed. */
  readAgain(object: LiveObject, signal?: AbortSignal): Promise<Value | undefined>;
  /** What the provider has against a configuration of a type; it calls nothing for it. Undefined where it gave no answer. */
  validate(type: string, config: Value, signal?: AbortSignal): Promise<ConfigProblem[] | undefined>;
  /** The provider's own configuration for a live object; undefined where it makes none. */
  generate(object: LiveObject, signal?: AbortSignal): Promise<Value | undefined>;
  /** The types that the provider lists by itself. Never throws for what it does: one that does not answer lists none. */
  listedTypes(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** The objects of such a type where the provider is configured to be. Never throws for what the provider or the cloud does. */
  list(type: string, signal?: AbortSignal): Promise<ListedObjects>;
  /** Asks what the provider would change, from the live object to `proposed`; changes nothing. Never throws for what the provider does. */
  plan(object: LiveObject, target: { config: Value; proposed: Value }, signal?: AbortSignal): Promise<PlanOutcome>;
};

/** The settings of a provider's `provider {}` block; attributes that are left out are null. */
export type ProviderConfig = JsonObject;

/** Thrown by `use` when a provider cannot be had: not found, not a provider, wrong protocol, configuration refused. */
export type ProviderProblemCode =
  | 'provider_not_found'
  | 'provider_not_allowed'
  | 'provider_checksum_mismatch'
  | 'provider_start_failed'
  | 'provider_configure_failed'
  | 'provider_download_failed';

/** Who asks, and for whom. */
export type Asker = {
  /** The analysis: reads of several are done in turn, and what a provider does wrong in one is not held against it in others. */
  by?: object;
  /** The account that is read, if known: all its readers share its limits. */
  account?: string | undefined;
  /** Runs a second read, which the cloud itself answers, and no cache. */
  fresh?: (<T>(run: () => Promise<T>) => Promise<T>) | undefined;
  /** The cloud's answers to the provider's calls, where they are recorded. */
  cloud?: CloudWord | undefined;
  /** Whether the calls of the provider go on, where they are seen. */
  progress?: Pick<Progress, 'moves' | 'isAsking' | 'listen'> | undefined;
};

/** Runs providers: finds, launches, keeps warm, reconfigures, restarts after a crash, stops. */
export type ProviderHost = {
  /**
   * Runs `work` with a session on a provider that fits `need`, configured with `config`. Equal configurations share a
   * process; different ones have one each, and take turns where there are more than processes (Configure is per process).
   * Throws `ProviderProblem` when no session can be had. After a crash inside `work`, later reads of the same session run
   * in a new process with the same configuration. Rejects with the reason of `signal` when that aborts before its turn.
   */
  use<T>(
    need: ProviderNeed,
    config: ProviderConfig,
    work: (session: ProviderSession) => Promise<T>,
    signal?: AbortSignal,
    asker?: Asker,
  ): Promise<T>;
  /**
   * Begins to find and start what fits `need`, where none of it runs and there is room: it takes a while, in which the
   * configuration can be got together. `use` reports what goes wrong. The returned function says that no more use follows.
   */
  prepare(need: ProviderNeed): () => void;
  /** Stops every process. Afterwards none is left, whatever state it was in. */
  close(): Promise<void>;
};
