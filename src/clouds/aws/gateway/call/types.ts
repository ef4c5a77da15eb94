import type { Readable } from 'node:stream';
import type { Named } from '../../catalog/named.ts';
import type { ProviderProxy } from '../../../tunnel/provider-proxy.ts';

/** Credentials as the cloud takes them. */
export type CloudCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

/** Headers by their names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** One request as the provider made it, for the true host; without its signature and what only concerns the way here. */
export type CloudRequest = {
  method: string;
  /** In lower case, with a port only where that is not 443. */
  host: string;
  /** Path and query, byte for byte as they were sent. */
  target: string;
  headers: Headers;
  body: Buffer;
};

/** A body that is larger than what may be held comes as a stream, and can be read once. */
export type CloudAnswer = { status: number; headers: Headers; body: Buffer | Readable };

/** How a service writes its requests and errors; the names are those of AWS's models. */
export type Protocol = 'query' | 'ec2' | 'json' | 'rest-json' | 'rest-xml' | 'smithy-rpc-v2-cbor';

/** The kind of an operation: it reads configuration, reads secrets, or does anything else. */
export type ActionKind = 'read' | 'secret' | 'other';

/** The operation of a service that a request asks for. */
export type Action = {
  /** The name in signatures: `ec2`, `s3`, `elasticloadbalancing`. */
  service: string;
  /** As in AWS's models: `DescribeInstances`. */
  name: string;
  kind: ActionKind;
  protocol: Protocol;
  /** What a policy has to allow for it: `s3:GetLifecycleConfiguration`. */
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
  /** For which region it was signed; `us-east-1` for what is global. */
  region: string;
  session: Session;
};

/** Gives the answer to a call. Rejects for what cannot be said by an answer: `UpstreamError`, or the signal's reason. */
export type Answerer = (call: Call, signal: AbortSignal) => Promise<CloudAnswer>;

/** A part of the way of a call: it answers by itself, or has the next one answer. */
export type Stage = ((next: Answerer) => Answerer) & {
  /** Hears that an analysis is over, of which it may remember something. */
  end?: (by: object) => void;
};

/** Why there are no credentials any more: the reason for the coverage, the problem and the advice. */
export type NoCredentials = { reason: string; detail: string };

/** The counts of calls of one action. */
export type CallCount = {
  /** Sent to the cloud; further tries of one call count each. */
  calls: number;
  /** Answered without a call of their own: from an equal one, or from one for many. */
  saved: number;
  throttled: number;
  /** Not sent, because the action or the host is not allowed. */
  refused: number;
  /** Without an answer, or with a server error (5xx). */
  failed: number;
};

/** Counts calls by result. */
export type CallCounter = {
  count(call: Pick<Call, 'action' | 'region'>, figure: keyof CallCount, times?: number): void;
};

/** Receives the answers to a provider. `askers`: how many listen for the same text: the call may be that of any of them. */
export type Listener = (call: Call, answer: CloudAnswer, askers: number) => void;

/** The progress of the calls of one session: it shows whether a pending read advances. */
export type Progress = {
  /** A call is sent: the cloud's answer to it is waited for. */
  sent: <T>(answer: Promise<T>) => Promise<T>;
  /** A call waits for its turn: that is no standstill. */
  held: <T>(turn: Promise<T>) => Promise<T>;
  /** Another number than before where something has moved since. */
  moves: () => number;
  /** Whether the cloud has yet to answer a call. */
  isAsking: () => boolean;
  /** Passes on an answer to the provider. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** Has answers heard to calls whose body holds this text in JSON, until the function that is returned is called. */
  listen: (text: string, heard: Listener) => () => void;
};

export type Unanswered = {
  /** Records an answer to the provider. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** The result of an unanswered call since then (`performance.now()`) that names one of these; undefined without one. */
  about: (names: readonly string[], since: number) => string | undefined;
  /** Whether the cloud answered a call since then: it was reached, and took the credentials. */
  isAnswered: (since: number) => boolean;
};

/** The view for readers of resources. */
export type CloudWord = Pick<Unanswered, 'about' | 'isAnswered'>;

/** One analysis at one account. */
export type Session = {
  /** The analysis: answers are shared within it, and never between two. */
  by: object;
  /** The account whose limits apply; undefined where it is unknown. */
  account: string | undefined;
  /** Those in force; others in the place of `refused`, which the cloud did not take any more. */
  credentials(refused?: CloudCredentials): Promise<CloudCredentials | NoCredentials>;
  /** Where calls go instead of the host that they name: an emulator, a VPC endpoint. */
  endpoint: string | undefined;
  /** Whether the values of secrets may be read. */
  secretValues: boolean;
  counter: CallCounter;
  /** Answers from before this moment (`performance.now()`) do not count: a second read is under way. 0 without one. */
  notBefore(): number;
  unanswered: Unanswered;
  progress: Progress;
  /** By all states of the analysis that were opened so far; its accounts are among them. */
  named: Named;
};

/** The input for a session; `named` is added for one more state. */
export type SessionRequest = Omit<Session, 'notBefore' | 'unanswered' | 'progress' | 'named'> & { named?: Named };

/** A session as the provider sees it. */
export type SessionHandle = {
  /** They stand for the session, and are worth nothing anywhere else. */
  credentials: CloudCredentials;
  /** Runs something whose calls the cloud answers, and no earlier answer. */
  fresh: <T>(run: () => Promise<T>) => Promise<T>;
  /** The answers of the cloud to calls. */
  cloud: CloudWord;
  /** The progress of its calls, and their answers. */
  progress: Pick<Progress, 'moves' | 'isAsking' | 'listen'>;
};

/** The only way out for providers: it holds the credentials, lets reads through, paces and counts. */
export type Gateway = {
  /** Opens a way out; `dir` is a private directory for the certificate that the process has to trust. */
  openProxy: (dir: string) => Promise<ProviderProxy>;
  /** The same session for the same analysis and account. It ends with the gateway, or with its analysis. */
  session(wanted: SessionRequest): SessionHandle;
  /**
   * Answers a request of Plumbline's own, which goes the way of a provider's: refused unless it reads, signed, limited and counted. `permissions`:
   * what a policy has to allow for it. Rejects with the signal's reason; whatever else goes wrong is an answer.
   */
  ask(
    session: SessionHandle,
    request: CloudRequest,
    scope: { service: string; region: string },
    signal: AbortSignal,
  ): Promise<{ answer: CloudAnswer; permissions: readonly string[] }>;
  /** An analysis is over: the credentials of its sessions stand for nothing any more, whoever still has them. */
  end(by: object): void;
  close: () => Promise<void>;
};

/** Why the cloud did not answer a call. */
export type UpstreamErrorKind = 'unreachable' | 'timeout' | 'credentials' | 'broken';
