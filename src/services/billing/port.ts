/** A subscription as the payment provider has it. */
export type Subscription = {
  id: string;
  customer_id: string;
  /** The provider's word: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  status: string;
  /** The name of the plan; for a price that the settings do not name, the provider's own name. */
  plan: string;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
  created_at: Date;
};

/** An event whose signature was valid. `about` is null where it is none of those that are acted upon. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** By the provider's clock, exact to the second. */
  created_at: Date;
  about: { customer_id: string; subscription_id: string } | null;
};

export type CheckoutOrder = {
  customer_id: string;
  org_id: string;
  plan: string;
  success_url: string;
  cancel_url: string;
};

/**
 * A payment provider. What goes over the network throws `unavailable` when the provider is away and
 * `payment_provider_error` when it refuses, neither with the provider's own words; never call it inside a transaction.
 * A customer that it does not know (any more) is `undefined`.
 */
export type PaymentProvider = {
  /** The names of the plans; the first is the default. */
  plans: readonly [string, ...string[]];
  /**
   * Makes a customer; the same one, when several ask for the same organization at once.
   * @param after the customer that the new one takes the place of
   */
  createCustomer(organization: { id: string; login: string }, after: string | null): Promise<string>;
  /** Subscriptions that are not canceled. */
  listSubscriptions(customerId: string): Promise<Subscription[] | undefined>;
  /** The subscription as it is now; undefined where there is none with this id. */
  fetchSubscription(id: string): Promise<Subscription | undefined>;
  /** The address of the page to pay at. */
  createCheckout(order: CheckoutOrder): Promise<string | undefined>;
  /** The address of the page to manage the subscription at. */
  createPortal(customerId: string, returnUrl: string): Promise<string | undefined>;
  /**
   * Reads a webhook delivery from the bytes that came. Throws `invalid_signature` unless a secret that is known signed
   * them, not longer than five minutes from now, and `bad_request` where what was signed is no event.
   */
  readEvent(body: Uint8Array, signature: string): PaymentEvent;
};

/** Billing as use cases need it. */
export type Billing = {
  provider: PaymentProvider;
  /** The address that users reach this server at: payment pages lead back to its origin and to no other. */
  publicUrl: string;
};

export type WithBilling = {
  /** Undefined where no payment provider is configured. */
  billing: Billing | undefined;
};
