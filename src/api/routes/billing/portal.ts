import { openPortal } from '../../../services/billing/portal.ts';
import { NewPortal, PaymentPage } from '../../schemas/billing.ts';
import { errors } from '../../schemas/common.ts';
import type { ApiOptions, App } from '../../http/types.ts';

export function openPortalRoute(app: App, _options: ApiOptions): void {
  app.post(
    '/api/v1/billing/portal',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'openPortal',
        summary: 'See invoices, change or cancel the subscription',
        tags: ['billing'],
        body: NewPortal,
        response: { 200: PaymentPage, ...errors(400, 401, 403, 404, 409, 413, 415, 422, 502) },
      },
    },
    (request) => openPortal(request.ctx, request.body),
  );
}
