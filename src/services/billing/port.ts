/** A subscription as the payment provider reports it. */
export type Subscription = {
  id: string;
  customer_id: string;
  /** The provider's value: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  status: string;
  /** The name of the plan; the provider's own name if the settings do not name the price. */
  plan: string;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
  created_at: Date;
};

/** An event with a valid signature. `about` is null if Plumbline does not handle events of this type. */
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
 * A payment provider. Methods that use the network throw `unavailable` if the provider cannot be reached and
 * `payment_provider_error` if it refuses, neither with the provider's own text. Never call them inside a transaction.
 * They return undefined for a customer that the provider does not know (any more).
 */
export type PaymentProvider = {
  /** The names of the plans; the first is the default. */
  plans: readonly [string, ...string[]];
  /**
   * Creates a customer. Concurrent calls for one organization get the same customer.
   * @param after the customer that the new one replaces
   */
  createCustomer(organization: { id: string; login: string }, after: string | null): Promise<string>;
  /** Subscriptions that are not canceled. */
  listSubscriptions(customerId: string): Promise<Subscription[] | undefined>;
  /** The current subscription; undefined if none has this id. */
  fetchSubscription(id: string): Promise<Subscription | undefined>;
  /** The address of the checkout page. */
  createCheckout(order: CheckoutOrder): Promise<string | undefined>;
  /** The address of the page for managing the subscription. */
  createPortal(customerId: string, returnUrl: string): Promise<string | undefined>;
  /**
   * Parses a webhook delivery from its raw bytes. Throws `invalid_signature` unless a known secret signed them within
   * five minutes of now, and `bad_request` if the signed bytes are no event.
   */
  readEvent(body: Uint8Array, signature: string): PaymentEvent;
};

/** The billing dependencies of use cases. */
export type Billing = {
  provider: PaymentProvider;
  /** The public address of this server: payment pages return to its origin and to no other. */
  publicUrl: string;
};

export type WithBilling = {
  /** Undefined if no payment provider is configured. */
  billing: Billing | undefined;
};
