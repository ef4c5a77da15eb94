import { mcpRoute } from '../mcp/route.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { dashboardRoutes } from '../web/serve.ts';
import { getAnalysisCallsRoute } from './analyses/calls.ts';
import { cancelAnalysisRoute } from './analyses/cancel.ts';
import { listCoverageRoute } from './analyses/coverage.ts';
import { groupFindingsRoute, listFindingsRoute } from './analyses/findings.ts';
import { getAnalysisRoute } from './analyses/get.ts';
import { listAnalysesRoute, listOrganizationAnalysesRoute } from './analyses/list.ts';
import { getAnalysisInBriefRoute } from './analyses/overview.ts';
import { getAnalysisReportRoute } from './analyses/report.ts';
import { requestAnalysisRoute } from './analyses/request.ts';
import { docsRoute } from './docs/page.ts';
import { listAuditRoute, listInstanceAuditRoute } from './audit/list.ts';
import { verifyAuditRoutes } from './audit/verify.ts';
import { startCheckoutRoute } from './billing/checkout.ts';
import { openPortalRoute } from './billing/portal.ts';
import { getCloudRoute } from './clouds/get.ts';
import { getLeastPolicyRoute } from './clouds/policy.ts';
import { saveCloudRoute } from './clouds/save.ts';
import { getCloudSetupRoute } from './clouds/setup.ts';
import { verifyCloudRoute } from './clouds/verify.ts';
import { createHookRoute } from './hooks/create.ts';
import { deleteHookRoute } from './hooks/delete.ts';
import { listHookDeliveriesRoute, replayHookDeliveryRoute } from './hooks/deliveries.ts';
import { getHookRoute, listHooksRoute } from './hooks/list.ts';
import { rotateHookRoute } from './hooks/rotate.ts';
import { testHookRoute } from './hooks/send-test.ts';
import { updateHookRoute } from './hooks/update.ts';
import { getIgnoreRulesRoute } from './ignore-rules/get.ts';
import { previewIgnoreRulesRoute } from './ignore-rules/preview.ts';
import { replaceIgnoreRulesRoute } from './ignore-rules/replace.ts';
import { createKeyRoute } from './keys/create.ts';
import { listKeysRoute } from './keys/list.ts';
import { revokeKeyRoute } from './keys/revoke.ts';
import { rotateKeyRoute } from './keys/rotate.ts';
import { countIncidentsRoute } from './memory/count.ts';
import { createIncidentRoute } from './memory/create.ts';
import { deleteIncidentRoute } from './memory/delete.ts';
import { deleteIncidentsRoute } from './memory/delete-all.ts';
import { countExpiringRoute } from './memory/expiring.ts';
import { exportIncidentsRoute } from './memory/export.ts';
import { getIncidentFindingRoute } from './memory/finding.ts';
import { getTimelineRoute } from './memory/timeline.ts';
import { getIncidentRoute } from './memory/get.ts';
import { importIncidentsRoute } from './memory/import.ts';
import { listIncidentsRoute } from './memory/list.ts';
import { recallRoute } from './memory/recall.ts';
import { listOperatorSessionsRoute, revokeOperatorSessionRoute } from './operator/sessions.ts';
import { getInstanceStatusRoute } from './operator/status.ts';
import { getByInstallationRoute } from './organizations/by-installation.ts';
import { createOrganizationRoute } from './organizations/create.ts';
import { deleteOrganizationRoute } from './organizations/delete.ts';
import { listDeletionsRoute } from './organizations/deletions.ts';
import { getOrganizationRoute } from './organizations/get.ts';
import { getOrganizationOverviewRoute } from './organizations/overview.ts';
import { updateOrganizationRoute } from './organizations/update.ts';
import { getQuotasRoute } from './quotas/get.ts';
import { updateQuotasRoute } from './quotas/update.ts';
import { listOrganizationsRoute } from './organizations/list.ts';
import { healthRoute } from './probes/health.ts';
import { metricsRoute } from './probes/metrics.ts';
import { openapiRoute } from './probes/openapi.ts';
import { readyRoute } from './probes/ready.ts';
import { listDeliveriesRoute } from './webhooks/list.ts';
import { receiveDeliveryRoute } from './webhooks/receive.ts';
import { replayDeliveryRoute } from './webhooks/replay.ts';
import { listOrganizationRepositoriesRoute, listRepositoriesRoute } from './repositories/list.ts';
import { updateRepositoryRoute } from './repositories/update.ts';
import { countStatesRoute } from './states/count.ts';
import { previewStateMappingsRoute } from './states/preview-mappings.ts';
import { createSessionRoute } from './sessions/create.ts';
import { createSessionLinkRoute } from './sessions/create-link.ts';
import { comeBackFromCodeHostRoute } from './sessions/come-back.ts';
import { endSessionRoute } from './sessions/end.ts';
import { getSessionRoute } from './sessions/get.ts';
import { goToCodeHostRoute } from './sessions/go.ts';
import { listSessionsRoute } from './sessions/list.ts';
import { revokeSessionRoute } from './sessions/revoke.ts';
import { getStateMappingsRoute } from './states/get-mappings.ts';
import { acceptStateClaimsRoute } from './states/accept-claims.ts';
import { listStateClaimsRoute } from './states/list-claims.ts';
import { listStatesRoute } from './states/list.ts';
import { replaceStateMappingsRoute } from './states/replace-mappings.ts';
import { receivePaymentEventRoute } from './webhooks/stripe.ts';

/** A route with a scope of its own is there when its promise is fulfilled. */
const ROUTES: readonly ((app: App, options: ApiOptions) => void | Promise<void>)[] = [
  healthRoute,
  readyRoute,
  metricsRoute,
  getInstanceStatusRoute,
  listOperatorSessionsRoute,
  revokeOperatorSessionRoute,
  openapiRoute,
  docsRoute,
  dashboardRoutes,
  createOrganizationRoute,
  listOrganizationsRoute,
  updateOrganizationRoute,
  getOrganizationRoute,
  getOrganizationOverviewRoute,
  deleteOrganizationRoute,
  getQuotasRoute,
  updateQuotasRoute,
  listDeletionsRoute,
  getByInstallationRoute,
  listRepositoriesRoute,
  listOrganizationRepositoriesRoute,
  updateRepositoryRoute,
  createKeyRoute,
  listKeysRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  getSessionRoute,
  createSessionRoute,
  endSessionRoute,
  goToCodeHostRoute,
  comeBackFromCodeHostRoute,
  createSessionLinkRoute,
  listSessionsRoute,
  revokeSessionRoute,
  saveCloudRoute,
  getCloudRoute,
  getLeastPolicyRoute,
  getCloudSetupRoute,
  verifyCloudRoute,
  requestAnalysisRoute,
  listOrganizationAnalysesRoute,
  listAnalysesRoute,
  getAnalysisRoute,
  getAnalysisInBriefRoute,
  listFindingsRoute,
  groupFindingsRoute,
  listCoverageRoute,
  getAnalysisReportRoute,
  getAnalysisCallsRoute,
  cancelAnalysisRoute,
  listAuditRoute,
  listInstanceAuditRoute,
  verifyAuditRoutes,
  getIgnoreRulesRoute,
  replaceIgnoreRulesRoute,
  previewIgnoreRulesRoute,
  listStatesRoute,
  listStateClaimsRoute,
  acceptStateClaimsRoute,
  countStatesRoute,
  previewStateMappingsRoute,
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
  countIncidentsRoute,
  importIncidentsRoute,
  getIncidentRoute,
  getTimelineRoute,
  getIncidentFindingRoute,
  startCheckoutRoute,
  openPortalRoute,
  receivePaymentEventRoute,
  mcpRoute,
];

/** Adds every operation there is. */
export async function addRoutes(app: App, options: ApiOptions): Promise<void> {
  for (const add of ROUTES) await add(app, options);
}
