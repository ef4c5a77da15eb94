import type { Socket } from 'node:net';

/** Variables of Plumbline's own environment that say how to get out. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** The way out of one provider process. */
export type ProviderProxy = {
  /** The environment variables that lead the process through it. */
  env: Readonly<Record<string, string>>;
  /** TLS ends in it: whom to trust, and where the cloud is, is its own to know. */
  endsTls: boolean;
  /** From now on the process is heard on behalf of this session alone, by the access key that stands for it; before, of none. */
  admit: (accessKeyId: string) => void;
  /** The ports of this machine that the process needs for it; it may be in a network where there is nothing else. */
  ports: readonly number[];
  /** Takes a connection of the process to such a port that was made in a network of its own. */
  accept: (port: number, socket: Socket) => void;
  close: () => Promise<void>;
};
