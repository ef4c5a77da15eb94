import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { TObject } from 'typebox';
import type { StateSource } from '../../base/state-source.ts';

/** The stored values of a source: `settings` are shown, `credentials` are encrypted and never shown. */
export type Given = Readonly<Record<string, string>>;

/** The definition of a source kind, apart from its code; the API's schemas are generated from it. */
export type SourceForm = {
  /** The kind's name for people. */
  title: string;
  /** Commands or a policy that grant exactly the needed access; docs/state-sources.md has the same text. */
  grants?: string;
  /** The fields that name the location. `prefix`, if present, limits the states. */
  settings: TObject;
  /** The fields that give access. All are optional; the kind checks their combination when it opens. */
  credentials: TObject;
  /** Settings that only the operator may use, because they give access to resources of the server. */
  operatorSettings?: readonly string[];
  /** Whether only the operator may configure it, because it reads files of the server. */
  isOperatorOnly?: boolean;
};

/** A response of an HTTP server, with its body in memory. */
export type Answer = { status: number; headers: Headers; bytes: Uint8Array };

export type AskOptions = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A larger body is a `SourceProblem` `too_large`; the body of an error is cut off. */
  maxBytes: number;
  /** A certificate, as PEM, of an authority that only this source trusts. */
  ca?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** A pod's service account: a token for the cluster's API server, and the certificate of its authority. */
export type PodAccount = { token: string; ca: string | undefined };

/** The network access of a source, within the operator's rules for addresses that organizations name. */
export type Ways = {
  /**
   * Sends an HTTP request, and retries where the server was busy or broke off. Throws `SourceProblem`
   * `source_unreachable`, also for a forbidden address; returns responses of every status.
   */
  ask(url: string, options: AskOptions): Promise<Answer>;
  /** The permitted addresses of a host, for clients of other protocols than HTTP. Throws `SourceProblem`. */
  resolve(host: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * A token by which a cloud identifies the source's organization; undefined where this instance issues none. The
   * subject is `organization:<id>`.
   */
  identity?: ((audience: string) => Promise<string>) | undefined;
  /** The service account of this server's pod; undefined outside a cluster. Its token changes about every hour. */
  serviceAccount?: (() => Promise<PodAccount | undefined>) | undefined;
  /** For clients with their own HTTP: these agents refuse the same addresses, with the same `SourceProblem`. */
  agents: { http: HttpAgent; https: HttpsAgent };
};

/**
 * A kind of source. `open` throws `SourceProblem` `credentials_missing` where the credentials do not go together; it
 * does not contact the server yet. `narrower` limits the states to keys that begin with it.
 */
export type SourceKind = {
  open(given: { settings: Given; credentials: Given; narrower: string }, ways: Ways): StateSource;
};
