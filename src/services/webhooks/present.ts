import type { DeliveryRow, DeliveryStatus } from '../../store/queries/webhook-deliveries.ts';

/** A delivery as the operator sees it: never its payload. */
export type PresentedDelivery = {
  id: string;
  codehost: string;
  delivery_id: string;
  event: string;
  action: string | null;
  installation_id: number | null;
  status: DeliveryStatus;
  attempts: number;
  replays: number;
  last_error: { code: string; detail: string } | null;
  received_at: string;
  processed_at: string | null;
  replayable: boolean;
};

export function presentDelivery(row: DeliveryRow): PresentedDelivery {
  const { id, codehost, delivery_id, event, action, installation_id, status, attempts, replays, last_error } = row;
  return {
    id,
    codehost,
    delivery_id,
    event,
    action,
    installation_id,
    status,
    attempts,
    replays,
    last_error,
    received_at: row.received_at.toISOString(),
    processed_at: row.processed_at?.toISOString() ?? null,
    replayable: status !== 'received' && row.has_payload,
  };
}
