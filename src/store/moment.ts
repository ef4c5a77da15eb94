/**
 * When a fact from a code host held. `at` is the time that the signed payload gives, and counts first; it may be the
 * same for several events, since code hosts do not move it with everything. Then `sent_at` decides: when the delivery was
 * sent first.
 */
export type Moment = { at: Date; sent_at: Date };
