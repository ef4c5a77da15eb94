import type { HookDeliveryRow, HookDeliveryStatus } from '../../store/queries/hook-deliveries.ts';
import type { HookTrouble } from '../../store/column-values.ts';

/** A message to a webhook as the log shows it: what came of the last try. */
export type HookDelivery = {
  id: string;
  event: string;
  analysis_id: string | null;
  status: HookDeliveryStatus;
  attempts: number;
  replays: number;
  response_status: number | null;
  duration_ms: number | null;
  /** The beginning of an answer that was no success, masked. */
  response_excerpt: string | null;
  error: HookTrouble | null;
  created_at: string;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
};

const time = (date: Date | null) => date?.toISOString() ?? null;

export function presentHookDelivery(row: HookDeliveryRow): HookDelivery {
  const { id, event, analysis_id, status, attempts, replays, response_status, duration_ms, excerpt, error } = row;
  return {
    id,
    event,
    analysis_id,
    status,
    attempts,
    replays,
    response_status,
    duration_ms,
    response_excerpt: excerpt,
    error,
    created_at: row.created_at.toISOString(),
    last_attempt_at: time(row.last_attempt_at),
    next_attempt_at: time(row.next_attempt_at),
  };
}
