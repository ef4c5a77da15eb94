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

/** Who may call an operation: anybody, holders of a scope, or the operator alone. Every route has to say. */
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

/** How connections and callers are treated; the defaults are those of a server that nothing stands in front of. */
export type HttpOptions = {
  /** Addresses and networks whose word on whom they speak for is taken: none. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may read the answers: none. */
  corsOrigins?: readonly string[];
  /** The address that users reach the server at, where it is not the one that it listens on. */
  publicUrl?: string;
  /** Milliseconds for the headers to arrive, for the whole request, and for its answer to begin. */
  timeouts?: { headers: number; request: number; answer: number };
  /** Where the process stands at the moment; without it, it serves. */
  phase?: () => Phase;
};

/** A process listens before all of its work has begun, and until what is in flight has ended; it is ready in between. */
export type Phase = 'starting' | 'serving' | 'stopping';

export type ApiOptions = {
  services: Services;
  /** SHA-256 of the operator key. */
  operatorHash: Uint8Array;
  version: string;
  log: FastifyBaseLogger;
  metrics: ApiMetrics;
  http?: HttpOptions;
  /** Where the dashboard lies that was built, or will be; without it there is none. */
  web?: string;
  limiter: Limiter;
  /**
   * Requests per minute of a key, which also holds for an address without one, and of an organization; and how often
   * each may recall.
   */
  limits: { key: number; org: number; recallKey: number; recallOrg: number };
  /** The status of this process for its operator; absent where there is none. */
  instance?: InstanceFacts;
};

/** Facts of this process: which providers it has run, and what it is set to. */
export type InstanceFacts = {
  providers: () => ProviderStatus[];
  /** How well it keeps providers in. */
  sandbox: () => Promise<SandboxLevel>;
  settings: readonly { name: string; value: string | null; is_default: boolean; help: string }[];
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyInstance {
    /** Ends serving without failing a request (see connections.ts); `close` comes next. */
    drain(): Promise<void>;
    /** Counts a call against the general limits of its caller, or those of recall. Throws 429 where it goes beyond. */
    draw(request: FastifyRequest, on?: 'recall' | 'address'): Promise<void>;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyRequest {
    /** Set before any handler of a route that is not public runs. */
    ctx: Ctx & Services;
    /** Set before anything is decided. */
    caller: Caller;
    /** How the buckets of this call stand; undefined where it draws on none. */
    limitHeaders: Record<string, string> | undefined;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyContextConfig {
    access: Access;
    /**
     * `filtered`: who sees some repositories of their organization only is answered what concerns these; without it, they
     * are refused.
     */
    members?: 'filtered';
    /**
     * `exempt` draws on no limit, `recall` on a pair of its own, `address` on that of the address it comes from, whoever
     * calls; with `by-call` the route says on which, once it knows what is called (`app.draw`). Without it, a call draws
     * on the general ones.
     */
    limits?: 'exempt' | 'recall' | 'address' | 'by-call';
  }
}

/** The metrics; every instance of the API has one. */
export type ApiMetrics = {
  requestAnswered(seen: { method: string; route: string; status: number; seconds: number }): void;
  requestUnreadable(status: number): void;
  limitDecided(bucket: Bucket['name'], outcome: 'admitted' | 'refused'): void;
  figures(): ProcessFigures;
  /** Everything in Prometheus' text format; without `depths` the queue's metric has no values. */
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
