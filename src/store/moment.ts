/**
 * When a fact from a code host was true. `at`, the time in the signed payload, counts first. Several events may have the
 * same, since code hosts do not update it with every change; then `sent_at` decides, when the delivery was first sent.
 */
export type Moment = { at: Date; sent_at: Date };
