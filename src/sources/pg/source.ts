import type { StateSource } from '../../base/state-source.ts';
import type { SourceKind } from '../contract/kind.ts';
import { MAX_STATE_BYTES, tooLarge } from '../shared/limits.ts';
import { commonRange } from '../shared/names.ts';
import { gone } from '../shared/problems.ts';
import { connect } from './connect.ts';

const PAGE = 500;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * States in a table of Postgres, by the names of their workspaces:
 * https://developer.hashicorp.com/terraform/language/backend/pg. The version is the digest of the state's text.
 */
export const pg: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { schema = 'terraform_remote_state', table = 'states', prefix = '' } = settings;
    const states = `${quoted(schema)}.${quoted(table)}`;
    const query = connect(settings, credentials, `${schema}.${table}`, ways);
    const range = commonRange(prefix, narrower);

    return {
      async *list(signal) {
        if (range === undefined) return;
        const page = `select name, octet_length(data) as size, md5(data) as etag from ${states}
          where data is not null and starts_with(name, $1) and ($2::text is null or name collate "C" > $2) order by name collate "C" limit ${PAGE}`;
        for (let after: string | null | undefined = null; after !== undefined;) {
          const rows: { name: string; size: number; etag: string }[] = await query(page, [range, after], signal);
          for (const { name, size, etag } of rows) yield { key: name, size, etag };
          after = rows.length === PAGE ? rows.at(-1)?.name : undefined;
        }
      },
      async read(key, signal) {
        const sql = `select fits, case when fits then md5(data) end as etag, case when fits then data end as data
          from (select data, octet_length(data) <= $2 as fits from ${states} where name = $1 and data is not null) as state`;
        const [row] = await query<{ fits: boolean; etag: string; data: string }>(sql, [key, MAX_STATE_BYTES], signal);
        if (!row) throw gone(`state of the workspace ${key}`);
        if (!row.fits) throw tooLarge(`The state of the workspace ${key}`);
        return { bytes: Buffer.from(row.data, 'utf8'), etag: row.etag };
      },
      async etag(key, signal) {
        const sql = `select md5(data) as etag from ${states} where name = $1 and data is not null`;
        const [row] = await query<{ etag: string }>(sql, [key], signal);
        if (!row) throw gone(`state of the workspace ${key}`);
        return row.etag;
      },
      async *locks(_query, signal) {
        if (range === undefined) return;
        // The backend locks a state by its id, which Postgres stores in two halves. Only roles with pg_read_all_stats
        // see the holder.
        const sql = `select name, coalesce(query_start, backend_start, now()) as since from ${states} join pg_locks
          on locktype = 'advisory' and objsubid = 1 and granted and (classid::bigint << 32 | objid::bigint) = id
          and pg_locks.database = (select oid from pg_database where datname = current_database())
          left join pg_stat_activity using (pid) where starts_with(name, $1) order by name collate "C"`;
        for (const { name, since } of await query<{ name: string; since: Date }>(sql, [range], signal))
          yield { key: name, since, operation: undefined };
      },
    };
  },
};
