import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { messageOf } from '../../src/base/errors.ts';
import { connectionParameters } from '../../src/base/pg-connection.ts';
import { isLoopback } from '../../src/base/this-machine.ts';
import { Unavailable, type DemoStates, type StatesOptions } from '../../src/cli/demo/world.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const WORKSPACE = 'production';
/** Private networks are allowed, as the user named the server. */
const NEAR = 'loopback,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7';

type Login = { host: string; port: number; user: string; password: string; database: string; sslmode: string };

/** Parses a connection string. The password may come from PGPASSWORD, as other users can see a command line. */
function loginOf(text: string, { PGPASSWORD }: StatesOptions['env']): Login {
  const url = URL.parse(text);
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '')
    throw new Unavailable('--database-url must be an address such as postgres://user@127.0.0.1:5432/postgres.');
  const { host = '', port = '5432', user = 'postgres', ...given } = connectionParameters(text);
  return {
    host,
    port: Number(port),
    user,
    // A source needs one, even if the server does not ask for it.
    password: given.password || PGPASSWORD || 'none',
    database: given.dbname ?? user,
    sslmode: given.sslmode ?? (isLoopback(url.hostname) ? 'disable' : 'verify-full'),
  };
}

/**
 * Opens a state source in a new schema, as the backend `pg` writes it: in the Postgres at `databaseUrl`, else in an
 * embedded one. Throws `Unavailable` if Postgres cannot be used.
 */
export async function openPostgresStates({ databaseUrl, env }: StatesOptions): Promise<DemoStates> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres() : undefined;
  const login = loginOf(databaseUrl ?? embedded?.url ?? '', env);
  const { user, password, sslmode, ...place } = login;
  const schema = `plumbline_demo_${randomBytes(4).toString('hex')}`;
  const ssl = sslmode === 'disable' ? false : { rejectUnauthorized: sslmode !== 'require' };

  async function run(sql: string, values?: string[]): Promise<void> {
    const client = new Client({ ...place, user, password, ssl });
    try {
      await client.connect();
      await client.query(sql, values);
    } catch (error) {
      throw new Unavailable(`Postgres at ${place.host} cannot be used: ${messageOf(error)}`, { cause: error });
    } finally {
      await client.end();
    }
  }
  const close = async () => {
    if (embedded) await embedded.close();
    else await run(`drop schema if exists ${schema} cascade`);
  };

  try {
    // https://developer.hashicorp.com/terraform/language/backend/pg
    await run(
      `create schema ${schema}; create table ${schema}.states (id bigserial primary key, name text, data text)`,
    );
  } catch (error) {
    await embedded?.close();
    throw error;
  }
  return {
    where: `the table ${schema}.states of ${embedded ? 'an embedded Postgres' : 'Postgres'} at ${place.host}:${place.port}`,
    env: { PLUMBLINE_WEBHOOK_NETWORKS: NEAR },
    source: {
      kind: 'pg',
      settings: { host: place.host, port: String(place.port), database: place.database, schema, sslmode },
      credentials: { user, password },
    },
    put: (state) => run(`insert into ${schema}.states (name, data) values ($1, $2)`, [WORKSPACE, state]),
    close,
  };
}
