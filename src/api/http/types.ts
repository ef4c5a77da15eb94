import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../../base/errors.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Bucket } from '../../limits/types.ts';
import type { SandboxLevel } from '../../provider/jail/types.ts';
import type { ProviderStatus } from '../../provider/process/status.ts';
import type { Ctx, Principal, Scope } from '../../services/base/context.ts';
import type { Services } from '../../services/services.ts';
import type { QueueDepths } from '../../services/operator/status.ts';
import type { Session } from '../../services/sessions/authenticate.ts';

/** The required access of an operation: none, a scope, or the operator. Every route must declare it. */
export type Access = 'public' | Scope | 'operator';

/** The caller: identified by a key or session, refused with invalid credentials, or anonymous where none are needed. */
export type Caller =
  | { kind: 'identified'; principal: Principal; session?: Session }
  | { kind: 'refused'; error: AppError }
  | { kind: 'anonymous' };

/** The Fastify instance that routes are added to: validated and typed by one TypeBox schema. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The treatment of connections and callers. The defaults are for a server without a proxy. */
export type HttpOptions = {
  /** Addresses and networks of trusted proxies; default: none. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may read responses; default: none. */
  corsOrigins?: readonly string[];
  /** The public address of the server, if it differs from the one that it listens on. */
  publicUrl?: string;
  /** Milliseconds for the headers to arrive, for the whole request, and for its response to begin. */
  timeouts?: { headers: number; request: number; answer: number };
  /** The current phase of the process; default: serving. */
  phase?: () => Phase;
};

/** A process listens before its work has begun, and until requests in flight have ended; it is ready in between. */
export type Phase = 'starting' | 'serving' | 'stopping';

export type ApiOptions = {
  services: Services;
  /** SHA-256 of the operator key. */
  operatorHash: Uint8Array;
  version: string;
  log: FastifyBaseLogger;
  metrics: ApiMetrics;
  http?: HttpOptions;
  /** The directory of the built dashboard, which may not exist yet; without it there is no dashboard. */
  web?: string;
  limiter: Limiter;
  /** Requests per minute: of a key (also of an address without one), of an organization, and recalls of both. */
  limits: { key: number; org: number; recallKey: number; recallOrg: number };
  /** The status of this process, for its operator. */
  instance?: InstanceFacts;
};

/** Facts about this process: the providers that it has run, and its settings. */
export type InstanceFacts = {
  providers: () => ProviderStatus[];
  /** How well it confines providers. */
  sandbox: () => Promise<SandboxLevel>;
  settings: readonly { name: string; value: string | null; is_default: boolean; help: string }[];
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyInstance {
    /** Stops serving without failing a request (see connections.ts); call `close` next. */
    drain(): Promise<void>;
    /** Counts a call against its caller's general limits, or those of recall. Throws 429 beyond the limit. */
    draw(request: FastifyRequest, on?: 'recall' | 'address'): Promise<void>;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyRequest {
    /** Set before any handler of a route that is not public. */
    ctx: Ctx & Services;
    /** Set before any other check. */
    caller: Caller;
    /** The headers about this call's limits; undefined if it has none. */
    limitHeaders: Record<string, string> | undefined;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyContextConfig {
    access: Access;
    /**
     * `filtered`: a member who sees only some repositories gets what concerns them; otherwise, such a member is refused.
     */
    members?: 'filtered';
    /**
     * `exempt` counts against no limit, `recall` against a pair of its own, `address` against the address's limit for
     * every caller. With `by-call` the route counts the call itself, once it knows what is called (`app.draw`). Default:
     * the general limits.
     */
    limits?: 'exempt' | 'recall' | 'address' | 'by-call';
  }
}

/** The metrics of an instance of the API. */
export type ApiMetrics = {
  requestAnswered(seen: { method: string; route: string; status: number; seconds: number }): void;
  requestUnreadable(status: number): void;
  limitDecided(bucket: Bucket['name'], outcome: 'admitted' | 'refused'): void;
  figures(): ProcessFigures;
  /** All metrics in Prometheus's text format; without `depths` the queue's metric has no values. */
  text(depths: QueueDepths | undefined): Promise<string>;
};

type ProcessFigures = {
  uptime: number;
  pid: number;
  gc: Record<string, { count: number; duration_ms: number }>;
  heap: { used: number; total: number; limit: number };
  rss: number;
  event_loop_delay: { mean: number; p50: number; p99: number; max: number };
};
