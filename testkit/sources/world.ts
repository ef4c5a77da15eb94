import type { SourceKindName } from '../../src/sources/contract/names.ts';
import type { Given } from '../../src/sources/contract/kind.ts';
import type { Need } from '../needs.ts';
import type { Front } from './front.ts';

/** A server that keeps states for one kind of source, and what the suite does to it. */
export type SourceServer = {
  settings: Given;
  credentials: Given;
  /** Between the source and the server, for faults; undefined where nothing can come between. */
  front?: Front;
  /** Writes a state as Terraform does. */
  put(key: string, state: string): Promise<unknown>;
  remove(key: string): Promise<unknown>;
  /** The key of a workspace's state, of a configuration named `app`. */
  keyOf(workspace: string): string;
  /** Locks a state as Terraform does, and returns what unlocks it. */
  lock?(key: string): Promise<() => Promise<unknown>>;
  /** Writes what is no state beside them. */
  litter?(): Promise<unknown>;
  /** A state of more than 256 MB. */
  putHuge?(key: string): Promise<unknown>;
  /** What a source with no right to read is given; of the front the answers are the documented ones. */
  denied?: Denial;
  /** What a source with credentials that have ended is given. */
  expired?: Denial;
  /** A place that does not exist. */
  nowhere?: Given;
  /** Has the front ask for lists in pages of seven. */
  smallPages?(): void;
} & AsyncDisposable;

/** Other credentials, or what the server answers then. */
export type Denial = { credentials: Given } | { status: number; headers?: Record<string, string>; body?: string };

export type SourceWorld = {
  kind: SourceKindName;
  needs: readonly Need[];
  /** Keys that are as strange as this server takes. */
  strange: readonly string[];
  /** So many states that the list has several pages, with `smallPages` where it can be had. */
  many: number;
  /** There is one state, whatever its key. */
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
