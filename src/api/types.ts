import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ctx, Scope, Services } from '../services/context.ts';

/** Who may call an operation: anybody, holders of a scope, or the operator alone. Every route has to say. */
export type Access = 'public' | Scope | 'operator';

/** The Fastify instance that routes are added to: validated and typed by one TypeBox schema. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the API is built from. */
export type ApiOptions = {
  services: Services;
  /** SHA-256 of the operator key. */
  operatorHash: Uint8Array;
  /** The running version, as `health` reports it. */
  version: string;
  log: FastifyBaseLogger;
};

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyRequest {
    /** Set before any handler of a route that is not public runs. */
    ctx: Ctx;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- module augmentation needs an interface
  interface FastifyContextConfig {
    access: Access;
  }
}
