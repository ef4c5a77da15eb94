import { mcpRoute } from '../mcp/route.ts';
import type { ApiOptions, App } from '../http/types.ts';
import { dashboardRoutes } from '../web/serve.ts';
import { analysisRoutes } from './analyses.ts';
import { auditRoutes } from './audit.ts';
import { billingRoutes } from './billing.ts';
import { cloudSetupRoutes } from './cloud-setup.ts';
import { cloudRoutes } from './clouds.ts';
import { codeHostSignInRoutes } from './code-host-sign-in.ts';
import { deliveryRoutes, paymentEventRoutes } from './deliveries.ts';
import { docsRoutes } from './docs.ts';
import { manualRoutes } from './manual.ts';
import { findingRoutes } from './findings.ts';
import { identityRoutes } from './identity.ts';
import { ignoreRuleRoutes } from './ignore-rules.ts';
import { incidentLineRoutes } from './incident-lines.ts';
import { incidentTimelineRoutes } from './incident-timeline.ts';
import { incidentRoutes } from './incidents.ts';
import { inventoryRoutes } from './inventory.ts';
import { keyRoutes } from './keys.ts';
import { metricsRoute } from './metrics.ts';
import { operatorRoutes } from './operator.ts';
import { organizationRoutes } from './organizations.ts';
import { overviewRoutes } from './overview.ts';
import { probeRoutes } from './probes.ts';
import { providerSettingsRoutes } from './provider-settings.ts';
import { quotaRoutes } from './quotas.ts';
import { repositoryRoutes } from './repositories.ts';
import { openSessionRoutes, sessionRoutes } from './sessions.ts';
import { stateClaimRoutes } from './state-claims.ts';
import { stateMappingRoutes } from './state-mappings.ts';
import { stateRoutes } from './states.ts';
import { stateSourceRoutes } from './state-sources.ts';
import { webhookRoutes } from './webhooks.ts';

/** A resource with a Fastify scope of its own is registered once its promise resolves. */
const RESOURCES: readonly ((app: App, options: ApiOptions) => void | Promise<void>)[] = [
  probeRoutes,
  metricsRoute,
  operatorRoutes,
  docsRoutes,
  manualRoutes,
  identityRoutes,
  dashboardRoutes,
  organizationRoutes,
  overviewRoutes,
  quotaRoutes,
  repositoryRoutes,
  keyRoutes,
  sessionRoutes,
  openSessionRoutes,
  codeHostSignInRoutes,
  cloudRoutes,
  cloudSetupRoutes,
  analysisRoutes,
  findingRoutes,
  inventoryRoutes,
  auditRoutes,
  ignoreRuleRoutes,
  stateRoutes,
  stateSourceRoutes,
  providerSettingsRoutes,
  stateClaimRoutes,
  stateMappingRoutes,
  webhookRoutes,
  deliveryRoutes,
  incidentRoutes,
  incidentTimelineRoutes,
  incidentLineRoutes,
  billingRoutes,
  paymentEventRoutes,
  mcpRoute,
];

export async function addRoutes(app: App, options: ApiOptions): Promise<void> {
  for (const add of RESOURCES) await add(app, options);
}
