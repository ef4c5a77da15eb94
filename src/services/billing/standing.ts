/** What the subscriptions of an organization come to. `billing_status` is `none` where there never was one. */
export type Standing = {
  plan: string | null;
  billing_status: string;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
};

/** Not (or no more) subscriptions: the first payment was never made, or it is over. */
const DEAD = ['none', 'incomplete', 'incomplete_expired', 'canceled'];
/** Of several the best counts. A word that is not known stands before those that are over. */
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

type Known = {
  id: string;
  status: string;
  plan: string;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
  created_at: Date;
};

/** True where there is a subscription to pay for: a second one would be paid twice. */
export function isSubscribed(status: string): boolean {
  return !DEAD.includes(status);
}

function rank({ status }: Known): number {
  const position = ORDER.indexOf(status);
  if (position >= 0) return position;
  return ORDER.length + (isSubscribed(status) ? 0 : 1);
}

/** What `subscriptions`, in any order, come to: the best of them, of several such the newest. */
export function standingOf(subscriptions: readonly Known[]): Standing {
  const [leading] = [...subscriptions].sort(
    (a, b) => rank(a) - rank(b) || b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1),
  );
  if (!leading) return { plan: null, billing_status: 'none', current_period_end: null, cancel_at_period_end: false };
  const live = isSubscribed(leading.status);
  return {
    plan: live ? leading.plan : null,
    billing_status: leading.status,
    current_period_end: live ? leading.current_period_end : null,
    cancel_at_period_end: live && leading.cancel_at_period_end,
  };
}
