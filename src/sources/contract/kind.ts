import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { TObject } from 'typebox';
import type { StateSource } from '../../base/state-source.ts';

/** What is kept of one configured source: `settings` are shown, `credentials` are sealed and never shown. */
export type Given = Readonly<Record<string, string>>;

/** What a kind of source consists of, beside its code: the API's schemas are made of this. */
export type SourceForm = {
  /** What people call the kind. */
  title: string;
  /** What its owner runs or writes to give just what is needed; docs/state-sources.md has the same text. */
  grants?: string;
  /** The fields that name the place. `prefix`, where a kind has it, limits the states. */
  settings: TObject;
  /** The fields that give access; all optional, which of them fit together the kind says when it opens. */
  credentials: TObject;
  /** Settings that only the operator may give, because they use what belongs to the server. */
  operatorSettings?: readonly string[];
  /** Whether only the operator may configure it, because it reads what belongs to the server. */
  isOperatorOnly?: boolean;
};

/** A response of an HTTP server, its body in memory. */
export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type AskOptions = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A larger body is a `SourceProblem` `too_large`; one that comes with an error is cut off. */
  maxBytes: number;
  /** The certificate, as PEM, of an authority that only this source trusts. */
  ca?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** What a cluster gives a pod: a token for its API server, and the certificate of its authority. */
export type PodAccount = { token: string; ca: string | undefined };

/** The ways out that a source may use: they hold to the operator's rules for addresses that organizations name. */
export type Ways = {
  /**
   * Asks an HTTP server, again where it was busy or broke off. Throws `SourceProblem` `source_unreachable`, also for an address that may
   * not be reached; every status is an answer.
   */
  ask(url: string, options: AskOptions): Promise<Answer>;
  /** The addresses of a host that may be reached, for clients that are no HTTP. Throws `SourceProblem`. */
  resolve(host: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * A token by which a cloud knows the organization that the source is of; undefined where this instance issues none. The subject is
   * `organization:<id>`.
   */
  identity?: ((audience: string) => Promise<string>) | undefined;
  /** The service account of the pod that this server is; undefined outside of a cluster. Its token changes every hour or so. */
  serviceAccount?: (() => Promise<PodAccount | undefined>) | undefined;
  /** For clients that bring their own HTTP: their connections are refused the same addresses, with the same `SourceProblem`. */
  agents: { http: HttpAgent; https: HttpsAgent };
};

/**
 * One kind of source. `open` throws `SourceProblem` `credentials_missing` where the credentials do not fit together; it asks nothing of the
 * server yet. `narrower` limits the states to keys that begin with it.
 */
export type SourceKind = {
  open(given: { settings: Given; credentials: Given; narrower: string }, ways: Ways): StateSource;
};
