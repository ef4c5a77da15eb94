import { percentDecoded } from './percent.ts';

/** Parameters of a connection to Postgres, by libpq's names. */
export type ConnectionParameters = Readonly<Record<string, string | undefined>>;

/**
 * Parses a connection string, a URL or `host=… dbname=…`; empty for any other text:
 * https://www.postgresql.org/docs/current/libpq-connect.html
 */
export function connectionParameters(connection: string): ConnectionParameters {
  const url = URL.parse(connection);
  if (url && /^postgres(?:ql)?:$/.test(url.protocol))
    return {
      ...Object.fromEntries(url.searchParams),
      ...(url.hostname !== '' && { host: percentDecoded(url.hostname).replace(/^\[|\]$/g, '') }),
      ...(url.port !== '' && { port: url.port }),
      ...(url.username !== '' && { user: percentDecoded(url.username) }),
      ...(url.password !== '' && { password: percentDecoded(url.password) }),
      ...(url.pathname.length > 1 && { dbname: percentDecoded(url.pathname.slice(1)) }),
    };
  const pairs = connection.matchAll(/(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S+))/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', quoted, bare = '']) => [name, (quoted ?? bare).replace(/\\(.)/g, '$1')]),
  );
}
