import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { SourceWorld } from './world.ts';

/** A new database in the Postgres of the tests, with the schema that Terraform creates. */
export const pgWorld: SourceWorld = {
  kind: 'pg',
  needs: ['postgres'],
  strange: ['a b ü+%', 'app', 'app-dev', 'o\'reilly"s'],
  many: 1_100,
  async start() {
    const url = new URL(process.env.PLUMBLINE_TEST_DATABASE_URL ?? '');
    const database = `states_${randomBytes(6).toString('hex')}`;
    const server = new Client({ connectionString: url.href });
    await server.connect();
    await server.query(`create database ${database}`);
    const own = new URL(url);
    own.pathname = `/${database}`;
    const client = new Client({ connectionString: own.href });
    await client.connect();
    // https://github.com/hashicorp/terraform internal/backend/remote-state/pg/backend.go
    await client.query(`create schema terraform_remote_state;
      create sequence public.global_states_id_seq as bigint;
      create table terraform_remote_state.states (
        id bigint not null default nextval('public.global_states_id_seq') primary key, name text unique, data text);
      create unique index states_by_name on terraform_remote_state.states (name);
      create role ${database}_narrow login password 'narrow-password'`);
    const put = (name: string, data: string | null) =>
      client.query(
        'insert into terraform_remote_state.states (name, data) values ($1, $2) on conflict (name) do update set data = $2',
        [name, data],
      );
    const settings = { host: url.hostname, port: url.port, database, sslmode: 'disable' };
    return {
      settings,
      credentials: { user: url.username, password: url.password || 'secret-password' },
      put,
      remove: (key) => client.query('delete from terraform_remote_state.states where name = $1', [key]),
      keyOf: (workspace) => workspace,
      async lock(key) {
        const holder = new Client({ connectionString: own.href });
        await holder.connect();
        await holder.query('select pg_advisory_lock(id) from terraform_remote_state.states where name = $1', [key]);
        return () => holder.end();
      },
      litter: () => put('without a state', null),
      putHuge: (key) =>
        client.query(
          `insert into terraform_remote_state.states (name, data) values ($1, repeat('x', 257 * 1024 * 1024))`,
          [key],
        ),
      denied: { credentials: { user: `${database}_narrow`, password: 'narrow-password' } },
      nowhere: { ...settings, database: 'nowhere' },
      async [Symbol.asyncDispose]() {
        await client.end();
        await server.query(`drop database ${database} with (force)`);
        await server.query(`drop role ${database}_narrow`);
        await server.end();
      },
    };
  },
};
