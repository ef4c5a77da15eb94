import { connectionParameters } from '../../base/pg-connection.ts';
import { cannot, firstText, homeOf, readIfThere, readNamed, text, type BackendKind, type Named } from './contract.ts';

/** The password in the first matching line of the person's password file: `host:port:database:user:password`. */
function filedPassword(of: readonly string[], { env }: Named): string | undefined {
  const file = text(env.PGPASSFILE);
  const lines = file === undefined ? readIfThere(homeOf(env), '.pgpass') : readIfThere(file);
  for (const line of (lines ?? '').split(/\r?\n/)) {
    const fields = line.split(/(?<!\\):/).map((field) => field.replace(/\\(.)/g, '$1'));
    if (!line.startsWith('#') && of.every((value, i) => fields[i] === '*' || fields[i] === value))
      return fields[of.length];
  }
  return undefined;
}

/** https://developer.hashicorp.com/terraform/language/backend/pg */
export const pg: BackendKind = {
  form: 'pg://user@host/database; the password in PGPASSWORD, and the schema in PG_SCHEMA_NAME',
  readUrl: (rest) => ({ settings: { conn_str: rest === '' ? null : `postgres://${rest}` }, prefix: '' }),
  placeOf(named) {
    const { settings, env } = named;
    const given = connectionParameters(firstText(settings.conn_str, env.PG_CONN_STR) ?? '');
    const host = firstText(given.host, env.PGHOST) ?? 'localhost';
    if (host.startsWith('/')) throw cannot('Postgres is not reached by a socket from here. Name its host.');
    const port = firstText(given.port, env.PGPORT) ?? '5432';
    const user = firstText(given.user, env.PGUSER, env.USER) ?? 'postgres';
    const database = firstText(given.dbname, env.PGDATABASE) ?? user;
    const root = firstText(given.sslrootcert, env.PGSSLROOTCERT);
    const sslmode = firstText(given.sslmode, env.PGSSLMODE) ?? 'require';
    const schema = firstText(settings.schema_name, env.PG_SCHEMA_NAME);
    const table = firstText(settings.table_name, env.PG_TABLE_NAME);
    const ca = root === undefined ? undefined : readNamed(root, 'The certificate of the authority', named);
    const found = firstText(given.password, env.PGPASSWORD, filedPassword([host, port, database, user], named));
    return {
      kind: 'pg',
      // With `prefer` and `allow`, an attacker on the way could get the password: so encrypt, unless disabled explicitly.
      settings: {
        host,
        port,
        database,
        schema,
        table,
        ca,
        sslmode: /^(?:prefer|allow)$/.test(sslmode) ? 'require' : sslmode,
      },
      // Some servers require no password.
      credentials: { user, password: found ?? '' },
      shown: (key) => `pg://${host}/${database}/${schema === undefined ? '' : `${schema}/`}${key}`,
    };
  },
  keyOf: (_named, workspace) => workspace,
};
