import type { Socket } from 'node:net';

/** The proxy variables of Plumbline's own environment. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** One provider process's way to the network. */
export type ProviderProxy = {
  /** Environment variables that make the process use it. */
  env: Readonly<Record<string, string>>;
  /** The proxy terminates TLS, and itself decides which certificates to trust and where the cloud is. */
  endsTls: boolean;
  /** From now on the proxy serves the process for the session with this access key only; before, for no session. */
  admit: (accessKeyId: string) => void;
  /** Ports of this machine that the process needs; it may run in a network namespace without any others. */
  ports: readonly number[];
  /** Takes over a connection to one of these ports that the process made in its own network namespace. */
  accept: (port: number, socket: Socket) => void;
  close: () => Promise<void>;
};
