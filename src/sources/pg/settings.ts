import type { SourceForm } from '../contract/kind.ts';
import { field, file, form, optional } from '../contract/fields.ts';

const name = { pattern: '^[^\\x00-\\x1f\\x7f]{1,63}$' };

/** States in a table of Postgres, as the backend `pg` writes them. */
export const PG: SourceForm = {
  title: 'PostgreSQL',
  grants: `create role plumbline login password '…';
grant usage on schema terraform_remote_state to plumbline;
grant select on terraform_remote_state.states to plumbline;
grant pg_read_all_stats to plumbline; -- optional: since when a lock is held`,
  settings: form({
    host: field('The server', 'db.acme.example', { pattern: '^[A-Za-z0-9._:-]+$' }),
    port: optional(field('Its port; 5432 where none is named', '5432', { pattern: '^[0-9]{4,5}$' })),
    database: field('The database', 'terraform', name),
    schema: optional(field('The schema; terraform_remote_state where none is named', 'terraform_remote_state', name)),
    table: optional(field('The table; states where none is named (only OpenTofu can name another)', 'states', name)),
    sslmode: optional(
      field(
        'As in a connection string: verify-full where none is named, verify-ca, require, or disable',
        'verify-full',
        {
          pattern: '^(disable|require|verify-ca|verify-full)$',
        },
      ),
    ),
    ca: optional(
      file(
        'The certificate of the authority that issued the one of the server, as PEM',
        '-----BEGIN CERTIFICATE-----…',
      ),
    ),
    prefix: optional(field('Only workspaces whose names begin with it', 'platform-')),
  }),
  credentials: form({
    user: optional(field('The role', 'plumbline', name)),
    password: optional(field('Its password', 'a password')),
  }),
};
