import { randomBytes } from 'node:crypto';
import { startPostgresql } from '../../testkit/servers/postgresql.ts';
import { describeServer, type Act } from './suite.ts';

type Postgresql = Awaited<ReturnType<typeof startPostgresql>>;

const ROLES = ['app', 'report', 'batch', 'etl', 'temp', 'tuned', 'reader', 'second'];
const passwords = Object.fromEntries(ROLES.map((role) => [role, `pw-${randomBytes(9).toString('hex')}`]));

const silent = (what: string, database: string, ...statements: string[]): Act<Postgresql> => ({
  what,
  do: ({ sql }) => sql(database, ...statements),
  shows: {},
});
const loud = (what: string, shows: Act<Postgresql>['shows'], database: string, ...statements: string[]) => ({
  ...silent(what, database, ...statements),
  shows,
});

const harmless: Act<Postgresql>[] = [
  silent(
    'rows are written',
    'shop',
    'insert into sales.orders values (1), (2)',
    'delete from sales.orders where id = 1',
  ),
  silent('a table is added where default privileges are', 'shop', 'create table sales.returns (id int)'),
  silent(
    'an index and a view in another schema',
    'shop',
    'create index on sales.orders (id)',
    'create view public.v as select 1 as one',
  ),
  silent('statistics are gathered', 'shop', 'analyze', 'vacuum sales.orders'),
  silent(
    'comments',
    'shop',
    `comment on database shop is 'the shop'`,
    `comment on role app is 'the app'`,
    `comment on schema sales is 'sold'`,
  ),
  silent(
    'another role, a member of one',
    'postgres',
    `create role visitor login password 'x'`,
    'grant readers to visitor',
  ),
  silent('another database and schema', 'postgres', 'create database elsewhere'),
  silent('another schema', 'shop', 'create schema other'),
  silent(
    'privileges of another role',
    'shop',
    'grant select on sales.orders to visitor',
    'grant connect on database shop to visitor',
  ),
  silent('another extension', 'lab', 'create extension if not exists plpgsql'),
  silent('a setting of a role that is not managed', 'postgres', `alter role app set work_mem = '64MB'`),
  silent('a setting of a database', 'postgres', `alter database shop set timezone = 'UTC'`),
  silent(
    'the same once more',
    'postgres',
    'alter role app connection limit 50',
    'alter database shop connection limit 100',
    'grant writers to app',
  ),
  silent(
    'the same privileges once more',
    'shop',
    'grant select on sales.orders to readers',
    'grant connect on database shop to readers',
  ),
];

const harmful: Act<Postgresql>[] = [
  loud(
    'a role becomes superuser',
    { 'postgresql_role.login["app"]': ['superuser'] },
    'postgres',
    'alter role app superuser',
  ),
  loud(
    'a role may have more connections and create databases',
    { 'postgresql_role.login["report"]': ['connection_limit', 'create_database'] },
    'postgres',
    'alter role report connection limit 500 createdb',
  ),
  loud(
    'a role becomes a member of another one',
    { 'postgresql_role.login["batch"]': ['roles'] },
    'postgres',
    'grant owners to batch',
  ),
  loud(
    'a role may not log in any more',
    { 'postgresql_role.login["etl"]': ['login'] },
    'postgres',
    'alter role etl nologin',
  ),
  loud('a role is deleted', { 'postgresql_role.login["temp"]': 'deleted' }, 'postgres', 'drop role temp'),
  loud(
    'settings of a role are changed',
    { 'postgresql_role.tuned': ['search_path[0]', 'statement_timeout', 'valid_until'] },
    'postgres',
    'alter role tuned set search_path to evil, public',
    'alter role tuned set statement_timeout to 0',
    `alter role tuned valid until 'infinity'`,
  ),
  loud(
    'a database gets another owner',
    { 'postgresql_database.shop["stock"]': ['connection_limit', 'owner'] },
    'postgres',
    'alter database stock owner to app',
    'alter database stock connection limit -1',
  ),
  loud('a database is deleted', { 'postgresql_database.shop["attic"]': 'deleted' }, 'postgres', 'drop database attic'),
  loud(
    'a schema gets another owner',
    { 'postgresql_schema.shop["audit"]': ['owner'] },
    'shop',
    'alter schema audit owner to app',
  ),
  loud('a schema is deleted', { 'postgresql_schema.shop["old"]': 'deleted' }, 'shop', 'drop schema old'),
  loud(
    'an extension is deleted',
    { 'postgresql_extension.shop["vector"]': 'deleted' },
    'shop',
    'drop extension vector',
  ),
  loud(
    'a privilege on a database is taken away',
    { 'postgresql_grant.connect["writers"]': ['privileges'] },
    'postgres',
    'revoke temporary on database shop from writers',
  ),
  loud(
    'a privilege on one table is added',
    { 'postgresql_grant.tables["readers"]': ['privileges'] },
    'shop',
    'grant delete on sales.orders to readers',
  ),
  loud(
    'privileges on tables to come are widened',
    { 'postgresql_default_privileges.shop["readers"]': ['privileges'] },
    'shop',
    'alter default privileges in schema sales grant update on tables to readers',
  ),
  loud(
    'privileges on tables to come are taken away',
    { 'postgresql_default_privileges.audit': 'deleted' },
    'shop',
    'alter default privileges in schema audit revoke select on tables from readers',
  ),
];

await describeServer<Postgresql>({
  name: 'postgresql',
  source: 'cyrilgdn/postgresql',
  needs: ['own-postgres'],
  start: startPostgresql,
  variables: { passwords },
  secrets: Object.values(passwords),
  // The estate's default privileges apply its grants to this table.
  after: ({ sql }) => sql('shop', 'create table sales.orders (id int)'),
  rejected: (config) => ({ ...config, password: 'wrong-0c4f8e1a' }),
  atPort: (config, port) => ({ ...config, port }),
  partial: [
    {
      who: 'a role without rights',
      make: ({ sql }) => sql('postgres', `create role reader login password '${passwords.reader}'`),
      config: (config) => ({ ...config, username: 'reader', password: passwords.reader }),
    },
  ],
  harmless,
  harmful,
  container: {
    what: 'a database that was deleted',
    do: ({ sql }) => sql('postgres', 'drop database lab with (force)'),
    shows: {
      'postgresql_database.shop["lab"]': 'deleted',
      'postgresql_grant.lab': 'deleted',
      'postgresql_default_privileges.lab': 'deleted',
      'postgresql_schema.lab': 'deleted',
      'postgresql_extension.lab': 'deleted',
    },
  },
  lonely: 'postgresql_role.login["temp"]',
});
