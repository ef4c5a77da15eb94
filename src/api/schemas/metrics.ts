import { Type } from 'typebox';
import { Nullable } from './common.ts';

const Count = Type.Integer({ minimum: 0 });
const Bytes = Type.Integer({ minimum: 0, description: 'Bytes' });
const Milliseconds = Type.Number({ minimum: 0, description: 'Milliseconds' });

const Collections = Type.Object({ count: Count, duration_ms: Milliseconds });

export const Metrics = Type.Object(
  {
    uptime: Type.Number({ description: 'Seconds since the start' }),
    version: Type.String(),
    pid: Type.Integer(),
    gc: Type.Record(Type.String(), Collections, {
      description: 'Garbage collections since the start, by kind: minor, minor_mark_sweep, major, incremental, weakcb',
    }),
    heap: Type.Object({ used: Bytes, total: Bytes, limit: Bytes }),
    rss: Bytes,
    event_loop_delay: Type.Object(
      { mean: Milliseconds, p50: Milliseconds, p99: Milliseconds, max: Milliseconds },
      { description: 'How late the event loop was in the last minute' },
    ),
    queue: Nullable(
      Type.Record(Type.String(), Type.Object({ waiting: Count, active: Count, failed: Count }), {
        description: 'Jobs of all instances, by queue',
      }),
    ),
  },
  { title: 'Metrics' },
);
