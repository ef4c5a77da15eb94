import { mcpRoute } from '../mcp/route.ts';
import type { ApiOptions, App } from '../types.ts';
import { getAnalysisCallsRoute } from './analyses/calls.ts';
import { cancelAnalysisRoute } from './analyses/cancel.ts';
import { getAnalysisRoute } from './analyses/get.ts';
import { listAnalysesRoute, listOrganizationAnalysesRoute } from './analyses/list.ts';
import { requestAnalysisRoute } from './analyses/request.ts';
import { docsRoute } from './docs/page.ts';
import { listAuditRoute } from './audit/list.ts';
import { startCheckoutRoute } from './billing/checkout.ts';
import { openPortalRoute } from './billing/portal.ts';
import { getCloudRoute } from './clouds/get.ts';
import { getLeastPolicyRoute } from './clouds/policy.ts';
import { saveCloudRoute } from './clouds/save.ts';
import { verifyCloudRoute } from './clouds/verify.ts';
import { createHookRoute } from './hooks/create.ts';
import { deleteHookRoute } from './hooks/delete.ts';
import { listHookDeliveriesRoute, replayHookDeliveryRoute } from './hooks/deliveries.ts';
import { getHookRoute, listHooksRoute } from './hooks/list.ts';
import { rotateHookRoute } from './hooks/rotate.ts';
import { testHookRoute } from './hooks/send-test.ts';
import { updateHookRoute } from './hooks/update.ts';
import { getIgnoreRulesRoute } from './ignore-rules/get.ts';
import { replaceIgnoreRulesRoute } from './ignore-rules/replace.ts';
import { createKeyRoute } from './keys/create.ts';
import { listKeysRoute } from './keys/list.ts';
import { revokeKeyRoute } from './keys/revoke.ts';
import { rotateKeyRoute } from './keys/rotate.ts';
import { createIncidentRoute } from './memory/create.ts';
import { deleteIncidentRoute } from './memory/delete.ts';
import { deleteIncidentsRoute } from './memory/delete-all.ts';
import { countExpiringRoute } from './memory/expiring.ts';
import { exportIncidentsRoute } from './memory/export.ts';
import { getIncidentRoute } from './memory/get.ts';
import { importIncidentsRoute } from './memory/import.ts';
import { listIncidentsRoute } from './memory/list.ts';
import { recallRoute } from './memory/recall.ts';
import { getByInstallationRoute } from './organizations/by-installation.ts';
import { createOrganizationRoute } from './organizations/create.ts';
import { deleteOrganizationRoute } from './organizations/delete.ts';
import { listDeletionsRoute } from './organizations/deletions.ts';
import { getOrganizationRoute } from './organizations/get.ts';
import { updateOrganizationRoute } from './organizations/update.ts';
import { listOrganizationsRoute } from './organizations/list.ts';
import { healthRoute } from './probes/health.ts';
import { metricsRoute } from './probes/metrics.ts';
import { openapiRoute } from './probes/openapi.ts';
import { readyRoute } from './probes/ready.ts';
import { listDeliveriesRoute } from './webhooks/list.ts';
import { receiveDeliveryRoute } from './webhooks/receive.ts';
import { replayDeliveryRoute } from './webhooks/replay.ts';
import { listOrganizationRepositoriesRoute, listRepositoriesRoute } from './repositories/list.ts';
import { getStateMappingsRoute } from './states/get-mappings.ts';
import { listStatesRoute } from './states/list.ts';
import { replaceStateMappingsRoute } from './states/replace-mappings.ts';
import { receivePaymentEventRoute } from './webhooks/stripe.ts';

/** A route with a scope of its own is there when its promise is fulfilled. */
const ROUTES: readonly ((app: App, options: ApiOptions) => void | Promise<void>)[] = [
  healthRoute,
  readyRoute,
  metricsRoute,
  openapiRoute,
  docsRoute,
  createOrganizationRoute,
  listOrganizationsRoute,
  updateOrganizationRoute,
  getOrganizationRoute,
  deleteOrganizationRoute,
  listDeletionsRoute,
  getByInstallationRoute,
  listRepositoriesRoute,
  listOrganizationRepositoriesRoute,
  createKeyRoute,
  listKeysRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  saveCloudRoute,
  getCloudRoute,
  getLeastPolicyRoute,
  verifyCloudRoute,
  requestAnalysisRoute,
  listOrganizationAnalysesRoute,
  listAnalysesRoute,
  getAnalysisRoute,
  getAnalysisCallsRoute,
  cancelAnalysisRoute,
  listAuditRoute,
  getIgnoreRulesRoute,
  replaceIgnoreRulesRoute,
  listStatesRoute,
  getStateMappingsRoute,
  replaceStateMappingsRoute,
  createHookRoute,
  listHooksRoute,
  getHookRoute,
  updateHookRoute,
  deleteHookRoute,
  rotateHookRoute,
  testHookRoute,
  listHookDeliveriesRoute,
  replayHookDeliveryRoute,
  receiveDeliveryRoute,
  listDeliveriesRoute,
  replayDeliveryRoute,
  recallRoute,
  createIncidentRoute,
  deleteIncidentRoute,
  deleteIncidentsRoute,
  listIncidentsRoute,
  exportIncidentsRoute,
  countExpiringRoute,
  importIncidentsRoute,
  getIncidentRoute,
  startCheckoutRoute,
  openPortalRoute,
  receivePaymentEventRoute,
  mcpRoute,
];

/** Adds every operation there is. */
export async function addRoutes(app: App, options: ApiOptions): Promise<void> {
  for (const add of ROUTES) await add(app, options);
}
