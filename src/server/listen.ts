import type { App } from '../api/http/types.ts';
import { messageOf } from '../base/errors.ts';
import { ConfigError } from './config/config.ts';

type Address = { host: string; port: number };

/** Problems that keep a server from listening, by error code: the setting to change, and how. */
const PROBLEMS: Record<string, (address: Address) => [setting: string, problem: string]> = {
  EADDRINUSE: ({ host, port }) => [
    'PORT',
    `${port} is taken by another program on ${host}: set it to another one, or to 0 for any free one`,
  ],
  EACCES: ({ port }) => [
    'PORT',
    `${port} may not be used by this user: set it to one from 1024 on, and let a proxy or the container have the low one`,
  ],
  EADDRNOTAVAIL: ({ host }) => [
    'HOST',
    `${host} is no address of this machine: set it to one that it has, 127.0.0.1 for this machine alone or 0.0.0.0 for all`,
  ],
  ENOTFOUND: ({ host }) => ['HOST', `${host} is no address, and no name that can be resolved: set it to an address`],
  EAI_AGAIN: ({ host }) => ['HOST', `${host} cannot be resolved at the moment: set it to an address`],
  EAFNOSUPPORT: ({ host }) => [
    'HOST',
    `${host} is of a kind that this machine does not have: set it to another address`,
  ],
};

/** Starts listening and returns the URL. Throws `ConfigError` with the setting to change where that fails. */
export async function listen(app: App, address: Address): Promise<string> {
  try {
    return await app.listen(address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const explain = PROBLEMS[code];
    throw explain
      ? new ConfigError(...explain(address))
      : new ConfigError('HOST', `${address.host} with PORT ${address.port} cannot be listened on: ${messageOf(error)}`);
  }
}
