import { startCheckout } from '../../../services/billing/checkout.ts';
import { NewCheckout, PaymentPage } from '../../schemas/billing.ts';
import { errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function startCheckoutRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/billing/checkout',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'startCheckout',
        summary: 'Begin a subscription',
        tags: ['billing'],
        body: NewCheckout,
        response: { 200: PaymentPage, ...errors(400, 401, 403, 404, 409, 413, 415, 422, 502) },
      },
    },
    (request) => startCheckout(request.ctx, request.body),
  );
}
