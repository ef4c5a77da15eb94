import type { Readable } from 'node:stream';
import type { Named } from '../../catalog/named.ts';
import type { ProviderProxy } from '../../../tunnel/provider-proxy.ts';

export type CloudCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

/** Headers by their names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A provider's request for the true host, without its signature and without headers for the proxy. */
export type CloudRequest = {
  method: string;
  /** In lower case, with a port only where it is not 443. */
  host: string;
  /** Path and query, byte for byte as the provider sent them. */
  target: string;
  headers: Headers;
  body: Buffer;
};

/** A body above the size limit for held answers is a stream, which can be read once. */
export type CloudAnswer = { status: number; headers: Headers; body: Buffer | Readable };

/** The format of a service's requests and errors, by AWS's name for it. */
export type Protocol = 'query' | 'ec2' | 'json' | 'rest-json' | 'rest-xml' | 'smithy-rpc-v2-cbor';

/** The kind of an operation: it reads configuration, reads secrets, or does something else. */
export type ActionKind = 'read' | 'secret' | 'other';

/** The operation that a request calls. */
export type Action = {
  /** The name in signatures: `ec2`, `s3`, `elasticloadbalancing`. */
  service: string;
  /** The name in AWS's models: `DescribeInstances`. */
  name: string;
  kind: ActionKind;
  protocol: Protocol;
  /** The permissions that a policy has to allow for it: `s3:GetLifecycleConfiguration`. */
  permissions: readonly string[];
  /** The bucket or access point of an S3 call, as it stands in the path or before the host's name. */
  bucket?: string;
  /** The part of the host before the name of the endpoint: an account, a bucket. */
  before?: string;
};

/** A request with its action, region and session. */
export type Call = {
  request: CloudRequest;
  action: Action;
  /** The region that it was signed for; `us-east-1` for global services. */
  region: string;
  session: Session;
};

/** Answers a call. Rejects where no answer can express the result: `UpstreamError`, or the signal's reason. */
export type Answerer = (call: Call, signal: AbortSignal) => Promise<CloudAnswer>;

/** One stage of a call's path: it answers the call or passes it on to the next one. */
export type Stage = ((next: Answerer) => Answerer) & {
  /** Drops the stage's memory of an analysis at its end. */
  end?: (by: object) => void;
};

/** The reason for missing credentials, for the coverage, and a message with the problem and the advice. */
export type NoCredentials = { reason: string; detail: string };

/** The counts of calls of one action. */
export type CallCount = {
  /** Calls that were sent to the cloud; each retry counts. */
  calls: number;
  /** Calls answered without a request of their own: from an equal call, or from a batch. */
  saved: number;
  throttled: number;
  /** Calls that were not sent, because the action or the host is not allowed. */
  refused: number;
  /** Calls without an answer, or with a server error (5xx). */
  failed: number;
};

/** Counts calls by result. */
export type CallCounter = {
  count(call: Pick<Call, 'action' | 'region'>, figure: keyof CallCount, times?: number): void;
};

/** Receives answers to the provider. `askers`: how many listen for the same text, any of whom may have called. */
export type Listener = (call: Call, answer: CloudAnswer, askers: number) => void;

/** The progress of the calls of one session: it shows whether a pending read advances. */
export type Progress = {
  /** Tracks a call that was sent, until the cloud has answered it. */
  sent: <T>(answer: Promise<T>) => Promise<T>;
  /** Tracks a call that waits for its turn, which is no standstill. */
  held: <T>(turn: Promise<T>) => Promise<T>;
  /** A counter that changes with every progress. */
  moves: () => number;
  /** True while a call waits for the cloud's answer. */
  isAsking: () => boolean;
  /** Passes an answer to the listeners. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** Listens for answers to calls whose body contains this text in JSON, until the returned function is called. */
  listen: (text: string, heard: Listener) => () => void;
};

export type Unanswered = {
  /** Records an answer to the provider. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** Describes an unanswered call with one of these names since then (`performance.now()`), if any. */
  about: (names: readonly string[], since: number) => string | undefined;
  /** True where the cloud answered a call since then: it was reached, and accepted the credentials. */
  isAnswered: (since: number) => boolean;
};

/** The part that readers of resources use. */
export type CloudWord = Pick<Unanswered, 'about' | 'isAnswered'>;

/** The calls of one analysis at one account. */
export type Session = {
  /** The analysis. Answers are shared within an analysis, never between two. */
  by: object;
  /** The account whose limits apply; undefined where it is unknown. */
  account: string | undefined;
  /** Returns the current credentials, or new ones in the place of `refused`, which the cloud no longer accepts. */
  credentials(refused?: CloudCredentials): Promise<CloudCredentials | NoCredentials>;
  /** The endpoint that replaces the host of calls: an emulator, a VPC endpoint. */
  endpoint: string | undefined;
  /** True where the values of secrets may be read. */
  secretValues: boolean;
  counter: CallCounter;
  /** The minimum time (`performance.now()`) of acceptable answers during a second read; otherwise 0. */
  notBefore(): number;
  unanswered: Unanswered;
  progress: Progress;
  /** The names in all states of the analysis that were opened so far, its own accounts included. */
  named: Named;
};

/** The input for a session; `named` is what one more state adds to its names. */
export type SessionRequest = Omit<Session, 'notBefore' | 'unanswered' | 'progress' | 'named'> & { named?: Named };

/** A session as the provider sees it. */
export type SessionHandle = {
  /** Dummy credentials that identify the session, and are valid nowhere else. */
  credentials: CloudCredentials;
  /** Runs a function whose calls are not answered from earlier answers. */
  fresh: <T>(run: () => Promise<T>) => Promise<T>;
  cloud: CloudWord;
  progress: Pick<Progress, 'moves' | 'isAsking' | 'listen'>;
};

/** The only way out for providers: it holds the credentials, passes on reads, and limits and counts calls. */
export type Gateway = {
  /** Opens a provider's proxy. `dir` is a private directory for the certificate that the process has to trust. */
  openProxy: (dir: string) => Promise<ProviderProxy>;
  /** Returns the session of an analysis and account. It ends with the gateway, or with its analysis. */
  session(wanted: SessionRequest): SessionHandle;
  /**
   * Answers a request of Plumbline's own, under the same rules as a provider's: only reads are sent, signed, limited
   * and counted. `permissions`: the permissions that a policy has to allow for it. Rejects with the signal's reason;
   * every other error is an answer.
   */
  ask(
    session: SessionHandle,
    request: CloudRequest,
    scope: { service: string; region: string },
    signal: AbortSignal,
  ): Promise<{ answer: CloudAnswer; permissions: readonly string[] }>;
  /** Ends the sessions of an analysis: their dummy credentials are no longer valid. */
  end(by: object): void;
  close: () => Promise<void>;
};

/** The reason why the cloud did not answer a call. */
export type UpstreamErrorKind = 'unreachable' | 'timeout' | 'credentials' | 'broken';
