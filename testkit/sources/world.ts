import type { SourceKindName } from '../../src/sources/contract/names.ts';
import type { Given } from '../../src/sources/contract/kind.ts';
import type { Need } from '../needs.ts';
import type { Front } from './front.ts';

/** A server with states for one kind of source, with the suite's actions on it. */
export type SourceServer = {
  settings: Given;
  credentials: Given;
  /** Credentials that may write, where those of the source may only read. */
  writer?: Given;
  /** The server by HTTPS, without a known certificate, where a client sends credentials only there. */
  secureUrl?: string;
  /** The proxy between source and server, for faults; undefined if none is possible. */
  front?: Front;
  /** Writes a state as Terraform does. */
  put(key: string, state: string): Promise<unknown>;
  remove(key: string): Promise<unknown>;
  /** The key of the state of a workspace, for a configuration named `app`. */
  keyOf(workspace: string): string;
  /** Locks a state as Terraform does, and returns a function that unlocks it. */
  lock?(key: string): Promise<() => Promise<unknown>>;
  /** Writes objects that are no states beside the states. */
  litter?(): Promise<unknown>;
  /** Writes a state of more than 256 MB. */
  putHuge?(key: string): Promise<unknown>;
  /** Credentials without permission to read, or the documented response to them, which the front sends. */
  denied?: Denial;
  /** Expired credentials, or the documented response to them. */
  expired?: Denial;
  /** Settings of a location that does not exist. */
  nowhere?: Given;
  /** Makes the front request lists in pages of seven. */
  smallPages?(): void;
} & AsyncDisposable;

/** Other credentials, or the server's response to them. */
export type Denial = { credentials: Given } | { status: number; headers?: Record<string, string>; body?: string };

export type SourceWorld = {
  kind: SourceKindName;
  /** The program, where it is not the usual one of its kind. */
  server?: string;
  needs: readonly Need[];
  /** The strangest keys that this server accepts. */
  strange: readonly string[];
  /** A number of states whose list has several pages, with `smallPages` if the server supports it. */
  many: number;
  /** Whether the server has a single state, whatever its key. */
  isSingle?: boolean;
  start(): Promise<SourceServer>;
};

export const LOCK_INFO = {
  ID: '9b8c0f9e-6a1d-4c38-8b5b-0e6f6c1f3a52',
  Operation: 'OperationTypeApply',
  Info: '',
  Who: 'ana@laptop',
  Version: '1.11.4',
  Created: '2026-11-26T20:15:00.000000Z',
  Path: '',
};
