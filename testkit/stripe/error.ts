/** An error in Stripe's format; https://docs.stripe.com/api/errors */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly fields: { type: string; code?: string; param?: string };

  constructor(status: number, message: string, fields: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.name = 'StripeRefusal';
    this.status = status;
    this.fields = { type: 'invalid_request_error', ...fields };
  }

  get body(): string {
    return JSON.stringify({ error: { ...this.fields, message: this.message } });
  }
}

/** The error for an unknown id. Stripe's status is 404 for an id in the path and 400 for an id in a parameter. */
export function noSuch(kind: string, id: string, param: string): StripeRefusal {
  return new StripeRefusal(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

export function missingParameter(param: string): StripeRefusal {
  return new StripeRefusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
}
