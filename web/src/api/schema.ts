// Written by "npm run generate" from openapi.json.

export interface paths {
    "/api/v1/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAnalyses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysisCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/findings/{fingerprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["groupFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysisInBrief"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyses/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysisReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/aws/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyCloud"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["openPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/finding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIncidentFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incidents/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIncidentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memory/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createIncident"];
        delete: operations["deleteIncidents"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memory/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/memory/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInstanceAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/audit/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyInstanceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOperatorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeOperatorSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInstanceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizations"];
        put?: never;
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationAnalyses"];
        put?: never;
        post: operations["requestAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/audit/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/aws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCloudConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["saveCloudConfiguration"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/aws/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLeastPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/aws/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCloudSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/drift-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mapDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/ignore-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIgnoreRules"];
        put: operations["replaceIgnoreRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/ignore-rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewIgnoreRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportIncidentsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents/expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countExpiringIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/incidents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportUnmanagedObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importUnmanagedObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInventoryListings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnmanagedObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/objects/{object_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUnmanagedObject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/inventory/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInventorySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["saveInventorySettings"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeys"];
        put?: never;
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizationOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/provider-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProviderSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/provider-settings/{settings}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["saveProviderSettings"];
        post?: never;
        delete: operations["deleteProviderSettings"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/provider-settings/{settings}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyProviderSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateQuotas"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/repos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationRepositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/repos/{repo_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateRepository"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStateClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-claims/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptStateClaims"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStateMappings"];
        put: operations["replaceStateMappings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-mappings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewStateMappings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStateSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStateSource"];
        put: operations["saveStateSource"];
        post?: never;
        delete: operations["deleteStateSource"];
        options?: never;
        head?: never;
        patch: operations["changeStateSource"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/state-sources/{source}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyStateSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/states/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks/{hook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks/{hook_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks/{hook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{org_id}/webhooks/{hook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/by-installation/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrganizationByInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrganizationDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRepositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post: operations["createSession"];
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/github": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signInWithGitHub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/github/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["finishSignInWithGitHub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSessionLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/state-source-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStateSourceKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/github": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Error */
        Error: {
            detail: string;
            status: number;
            code: string;
            request_id: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
        /** InstanceCounts */
        InstanceCounts: {
            resources: number;
            in_sync: number;
            changed: number;
            deleted: number;
            suspect: number;
            unreadable: number;
            unsupported: number;
            skipped: number;
            following?: number;
        };
        /** StateReport */
        StateReport: {
            /** @example prod/network.tfstate */
            key: string;
            serial: number | null;
            lineage: string | null;
            terraform_version: string | null;
            /** @enum {string} */
            status: "pending" | "read" | "unreadable";
            code?: string;
            detail?: string;
            repo_id: string | null;
        };
        /** ProviderUse */
        ProviderUse: {
            /** @example registry.terraform.io/hashicorp/aws */
            source: string;
            /** @example 5.100.0 */
            version: string;
            /** @example 5 */
            protocol: number;
            /** @example registry.opentofu.org/hashicorp/aws */
            installed_as?: string;
            /** @example 5.99.1 */
            locked?: string;
            verified?: boolean;
        };
        /** StatesInScope */
        StatesInScope: {
            in_all: number;
            pending: number;
            read: number;
            unreadable: number;
        };
        /** ListedAnalysis */
        ListedAnalysis: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            repo_id: string | null;
            repo_full_name: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
            trigger: {
                /** @enum {string} */
                kind: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
                /** @example main */
                ref?: string;
                /** @example 9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b */
                sha?: string;
                /** @example 412 */
                pull_request?: number;
                /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
                actor?: string;
            };
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            progress: {
                done: number;
                total: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            counts: components["schemas"]["InstanceCounts"];
            states?: components["schemas"]["StateReport"][];
            providers: components["schemas"]["ProviderUse"][];
            ai_summary: string | null;
            summary_source: ("model" | "rules") | null;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
            incidents_omitted?: number;
            /** @example null */
            state_prefix: string | null;
            state_counts: components["schemas"]["StatesInScope"];
        };
        /** IgnoreRuleUse */
        IgnoreRuleUse: {
            /** @example legacy-queues */
            id: string;
            /** @enum {string} */
            source: "organization" | "file";
            /** @example Goes away in spring */
            reason: string;
            /** @enum {string} */
            use: "used" | "idle" | "unused" | "expired" | "unknown";
            instances: number;
            ignored: number;
            warning?: string;
        };
        /** Suggestion */
        Suggestion: {
            /** @enum {string} */
            kind: "ignore_tag";
            /** @example cost-center */
            key: string;
            /** @example aws.west */
            provider: string;
            /** @example 12 */
            resources: number;
            /** @example The tag "cost-center" was added to 12 resources of aws.west, and nothing else changed on them. */
            detail: string;
        };
        /** RecallMatch */
        RecallMatch: {
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example 0.4405 */
            similarity: number;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date: string;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            /** @example aws_security_group.bastion */
            resource: string;
        };
        /** SeenBefore */
        SeenBefore: {
            /** @example module.net["a"].aws_subnet.private[0] */
            resource: string;
            /** @example prod/network.tfstate */
            state_key: string;
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            incident_id: string;
            matches: components["schemas"]["RecallMatch"][];
        };
        /** CallFigures */
        CallFigures: {
            /** @example 212 */
            calls: number;
            /** @example 431 */
            saved: number;
            /** @example 3 */
            throttled: number;
            /** @example 0 */
            refused: number;
            /** @example 0 */
            failed: number;
        };
        /** AttributeDrift */
        AttributeDrift: {
            /** @example tags["env"] */
            path: string;
            /** @example prod */
            before: unknown;
            /** @example staging */
            after: unknown;
            /** @example false */
            sensitive: boolean;
            /** @example false */
            requires_replace: boolean;
            /** @enum {string} */
            action: "changed" | "added" | "removed";
            before_fingerprint?: string;
            after_fingerprint?: string;
            caused_by?: {
                /** @example module.net["a"].aws_subnet.private[0] */
                resource: string;
                /** @example prod/network.tfstate */
                state_key: string;
            };
        };
        /** Finding */
        Finding: {
            /** @example module.net["a"].aws_subnet.private[0] */
            resource: string;
            /** @example aws_subnet */
            type: string;
            /** @example registry.terraform.io/hashicorp/aws */
            provider: string;
            /** @example west */
            provider_alias?: string;
            /** @enum {string} */
            kind: "changed" | "deleted" | "unmanaged";
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            /** @example open-to-world */
            severity_rule?: string;
            /** @example Port 22 (tcp) is now open to 0.0.0.0/0 */
            severity_reason?: string;
            /** @example prod/network.tfstate */
            state_key: string;
            /** @example eu-west-1 */
            region?: string;
            account_id?: string;
            /** @example subnet-0a1b2c3d4e5f60718 */
            cloud_id?: string;
            /** @example SSH (22/tcp) was opened to the internet. */
            message: string;
            attributes: components["schemas"]["AttributeDrift"][];
            /** @example 199999 */
            attributes_omitted?: number;
            informational?: components["schemas"]["AttributeDrift"][];
            caused_by?: {
                /** @example module.net["a"].aws_subnet.private[0] */
                resource: string;
                /** @example prod/network.tfstate */
                state_key: string;
            };
            /** @enum {string} */
            class?: "added" | "unmanaged" | "waiting" | "owned" | "follows" | "provided";
            /**
             * @example {
             *       "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
             *     }
             */
            import?: {
                [key: string]: unknown;
            };
            /** @example CloudFormation stack web */
            owner?: string;
            parent?: {
                /** @example aws_sqs_queue */
                type: string;
                /** @example sg-0a1b2c3d4e5f60718 */
                id: string;
                /** @example aws_security_group.web */
                resource?: string;
                /** @example prod/network.tfstate */
                state_key?: string;
            };
            /** @example obj_0V3mKq8ZxYbD2nR5tW7uAe */
            object_id?: string;
            /** Format: date-time */
            first_seen_at: string;
            /** @example 9f86d081884c7d659a2feaa0c55ad015 */
            fingerprint: string;
            incident_id: string | null;
        };
        /** RuleRef */
        RuleRef: {
            /** @example legacy-queues */
            id: string;
            /** @enum {string} */
            source: "organization" | "file";
        };
        /** Coverage */
        Coverage: {
            /** @example module.net["a"].aws_subnet.private[0] */
            resource: string;
            /** @example aws_subnet */
            type: string;
            /** @example prod/network.tfstate */
            state_key: string;
            /** @example registry.terraform.io/hashicorp/aws */
            provider?: string;
            /** @example eu-west-1 */
            region?: string;
            /** @example 123456789012 */
            account_id?: string;
            /** @enum {string} */
            verdict: "in_sync" | "changed" | "deleted" | "suspect" | "unreadable" | "unsupported" | "skipped";
            reason?: string;
            detail?: string;
            ignored_by?: components["schemas"]["RuleRef"][];
            suppressed?: {
                /** @example tags_all["team"] */
                path: string;
                /** @example tags */
                stage: string;
                why: string;
                /** @example null */
                before?: unknown;
                /** @example [] */
                after?: unknown;
                rule?: components["schemas"]["RuleRef"];
            }[];
        };
        /** Analysis */
        Analysis: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            repo_id: string | null;
            repo_full_name: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
            trigger: {
                /** @enum {string} */
                kind: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
                /** @example main */
                ref?: string;
                /** @example 9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b */
                sha?: string;
                /** @example 412 */
                pull_request?: number;
                /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
                actor?: string;
            };
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            progress: {
                done: number;
                total: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            counts: components["schemas"]["InstanceCounts"];
            states: components["schemas"]["StateReport"][];
            providers: components["schemas"]["ProviderUse"][];
            ai_summary: string | null;
            summary_source: ("model" | "rules") | null;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
            incidents_omitted?: number;
            ignore_rules: components["schemas"]["IgnoreRuleUse"][];
            suggestions: components["schemas"]["Suggestion"][];
            similar: components["schemas"]["SeenBefore"][];
            calls: components["schemas"]["CallFigures"];
            findings: components["schemas"]["Finding"][];
            coverage: components["schemas"]["Coverage"][];
        };
        /** ActionCalls */
        ActionCalls: {
            account_id: string | null;
            /** @example eu-west-1 */
            region: string;
            /** @example ec2 */
            service: string;
            /** @example DescribeSecurityGroups */
            action: string;
            /**
             * @example [
             *       "ec2:DescribeSecurityGroups"
             *     ]
             */
            permissions: string[];
            /** @example 212 */
            calls: number;
            /** @example 431 */
            saved: number;
            /** @example 3 */
            throttled: number;
            /** @example 0 */
            refused: number;
            /** @example 0 */
            failed: number;
        };
        /** AnalysisCalls */
        AnalysisCalls: {
            /** @example 212 */
            calls: number;
            /** @example 431 */
            saved: number;
            /** @example 3 */
            throttled: number;
            /** @example 0 */
            refused: number;
            /** @example 0 */
            failed: number;
            actions: components["schemas"]["ActionCalls"][];
        };
        /** AnalysisOverview */
        AnalysisOverview: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            repo_id: string | null;
            repo_full_name: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
            trigger: {
                /** @enum {string} */
                kind: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
                /** @example main */
                ref?: string;
                /** @example 9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b */
                sha?: string;
                /** @example 412 */
                pull_request?: number;
                /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
                actor?: string;
            };
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            progress: {
                done: number;
                total: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            counts: components["schemas"]["InstanceCounts"];
            states: components["schemas"]["StateReport"][];
            providers: components["schemas"]["ProviderUse"][];
            ai_summary: string | null;
            summary_source: ("model" | "rules") | null;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
            incidents_omitted?: number;
        };
        /** NextSteps */
        NextSteps: {
            /** @example null */
            revert: {
                /** @example terraform plan -target='aws_sqs_queue.jobs' */
                plan: string;
                /** @example terraform apply -target='aws_sqs_queue.jobs' */
                apply: string;
            } | null;
            accept: string | null;
            /** @example https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d */
            console_url: string | null;
            /** @example null */
            code: {
                /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
                repo_id: string;
                /** @example acme/infrastructure */
                repo_full_name: string;
                /** @example infra/network */
                path: string;
                file: string | null;
                /** @example 12 */
                line: number | null;
                /** @example https://github.com/acme/infrastructure/blob/main/infra/network/main.tf#L12 */
                url: string | null;
            } | null;
        };
        /** FindingDetails */
        FindingDetails: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
            finding: components["schemas"]["Finding"];
            next_steps: components["schemas"]["NextSteps"];
        };
        /** BySeverity */
        BySeverity: {
            critical: number;
            high: number;
            medium: number;
            low: number;
            none: number;
        };
        /** FindingGroup */
        FindingGroup: {
            /** @example prod/network.tfstate */
            state_key: string;
            /** @example module.net["a"] */
            module: string;
            total: number;
            following: number;
            severities: components["schemas"]["BySeverity"];
        };
        /** FindingGroups */
        FindingGroups: {
            total: number;
            following: number;
            severities: components["schemas"]["BySeverity"];
            kinds: {
                changed: number;
                deleted: number;
            };
            groups: components["schemas"]["FindingGroup"][];
            more: number;
            types: string[];
            regions: string[];
            accounts: string[];
        };
        /** CoverageGap */
        CoverageGap: {
            /** @enum {string} */
            verdict: "in_sync" | "changed" | "deleted" | "suspect" | "unreadable" | "unsupported" | "skipped";
            reason: string | null;
            count: number;
            resources: string[];
            detail: string | null;
        };
        /** AnalysisInBrief */
        AnalysisInBrief: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            repo_id: string | null;
            repo_full_name: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
            trigger: {
                /** @enum {string} */
                kind: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
                /** @example main */
                ref?: string;
                /** @example 9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b */
                sha?: string;
                /** @example 412 */
                pull_request?: number;
                /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
                actor?: string;
            };
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            progress: {
                done: number;
                total: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            counts: components["schemas"]["InstanceCounts"];
            states: components["schemas"]["StateReport"][];
            providers: components["schemas"]["ProviderUse"][];
            ai_summary: string | null;
            summary_source: ("model" | "rules") | null;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
            incidents_omitted?: number;
            ignore_rules: components["schemas"]["IgnoreRuleUse"][];
            suggestions: components["schemas"]["Suggestion"][];
            similar: components["schemas"]["SeenBefore"][];
            calls: components["schemas"]["CallFigures"];
            /** @example null */
            state_prefix: string | null;
            state_counts: components["schemas"]["StatesInScope"];
            not_checked: components["schemas"]["CoverageGap"][];
        };
        /** Verification */
        Verification: {
            ok: boolean;
            account_id: string | null;
            assumed_role_arn: string | null;
            checks: {
                /** @example assume_role */
                name: string;
                ok: boolean;
                code?: string;
                detail?: string;
                hint?: string;
            }[];
            /** Format: date-time */
            checked_at: string;
        };
        /** NewCheckout */
        NewCheckout: {
            /** @example standard */
            plan?: string;
            /** @example https://plumbline.example.com/billing */
            success_url?: string;
            /** @example https://plumbline.example.com/billing */
            cancel_url?: string;
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            org_id?: string;
        };
        /** PaymentPage */
        PaymentPage: {
            /** @example https://checkout.stripe.com/c/pay/cs_test_a1b2c3 */
            url: string;
        };
        /** NewPortalSession */
        NewPortalSession: {
            /** @example https://plumbline.example.com/billing */
            return_url?: string;
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            org_id?: string;
        };
        /** Health */
        Health: {
            /** @enum {string} */
            status: "ok";
            /** @example 86400.5 */
            uptime: number;
            version: string;
        };
        /** Incident */
        Incident: {
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            org_id: string;
            /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
            repo_id: string | null;
            /** @example aws_security_group.bastion */
            resource: string;
            /** @example aws_security_group */
            type: string | null;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            details: string | null;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date: string;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @enum {string} */
            source: "manual" | "drift";
            /** Format: date-time */
            created_at: string;
            /** @example changed */
            kind: ("changed" | "deleted" | "unmanaged") | null;
            /** @example high */
            severity: ("critical" | "high" | "medium" | "low" | "none") | null;
            /** @example prod/network.tfstate */
            state_key: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @example 123456789012 */
            account_id: string | null;
            attributes: string[];
            first_seen_at: string | null;
            last_seen_at: string | null;
            /** @example null */
            resolved_at: string | null;
            /** @example null */
            resolution: ("reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded") | null;
            /** @example 3 */
            times_seen: number;
            analyses: string[];
            /** @example null */
            previous_id: string | null;
            /** @example null */
            next_id: string | null;
            similar: components["schemas"]["RecallMatch"][];
        };
        /** IncidentFinding */
        IncidentFinding: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string | null;
            finding: components["schemas"]["Finding"] | null;
            next_steps: components["schemas"]["NextSteps"] | null;
        };
        /** TimelineEvent */
        TimelineEvent: {
            /** @enum {string} */
            event: "written" | "opened" | "changed" | "resolved";
            /** Format: date-time */
            at: string;
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string | null;
            /** @example 3 */
            times: number;
            until: string | null;
            /** @example high */
            severity: ("critical" | "high" | "medium" | "low" | "none") | null;
            /** @example tags["env"] changed outside Terraform. */
            message: string | null;
            attributes: string[];
            /** @example null */
            resolution: ("reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded") | null;
        };
        /** TimelineIncident */
        TimelineIncident: {
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @enum {string} */
            source: "manual" | "drift";
            /** @example changed */
            kind: ("changed" | "deleted" | "unmanaged") | null;
            /** @example high */
            severity: ("critical" | "high" | "medium" | "low" | "none") | null;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date: string;
            first_seen_at: string | null;
            last_seen_at: string | null;
            /** @example null */
            resolved_at: string | null;
            /** @example null */
            resolution: ("reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded") | null;
            /** @example 3 */
            times_seen: number;
            events: components["schemas"]["TimelineEvent"][];
            /** @example 0 */
            omitted: number;
        };
        /** NewIncident */
        NewIncident: {
            /** @example acme/infrastructure */
            project: string;
            /** @example aws_security_group.bastion */
            resource: string;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            /** @example The rule was added by hand during an outage and forgotten. */
            details?: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date?: string;
            /** @example post-mortem-17 */
            id?: string;
        };
        /** Forgotten */
        Forgotten: {
            /** @example 84 */
            deleted: number;
        };
        /** RecallRequest */
        RecallRequest: {
            /** @example acme/infrastructure */
            project: string;
            /** @example open ssh to the world */
            intent: string;
            /** @default 5 */
            top_k: number;
            /** @example 0.25 */
            min_similarity?: number;
        };
        /** Recollection */
        Recollection: {
            matches: components["schemas"]["RecallMatch"][];
            /** @example 2.41 */
            latency_ms: number;
        };
        /** Metrics */
        Metrics: {
            uptime: number;
            version: string;
            pid: number;
            gc: {
                [key: string]: {
                    count: number;
                    duration_ms: number;
                };
            };
            heap: {
                used: number;
                total: number;
                limit: number;
            };
            rss: number;
            event_loop_delay: {
                mean: number;
                p50: number;
                p99: number;
                max: number;
            };
            queue: {
                [key: string]: {
                    waiting: number;
                    active: number;
                    failed: number;
                };
            } | null;
        };
        /** AuditEvent */
        AuditEvent: {
            /** @example aud_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "operator" | "key" | "person" | "system";
                id: string | null;
                name: string | null;
                hint: string | null;
            };
            /** @example key.create */
            action: string;
            target: {
                /** @example key */
                kind: string;
                /** @example key_5d2Lw9QpXcV1mT8sB4hJfR */
                id: string;
            };
            detail: {
                [key: string]: unknown;
            };
            request_id: string | null;
        };
        /** AuditVerification */
        AuditVerification: {
            intact: boolean;
            events: number;
            head: {
                seq: number;
                hash: string;
            } | null;
            problem: {
                /** @enum {string} */
                kind: "changed" | "missing" | "unknown" | "rewritten";
                seq: number;
                /** @example Event 7 is missing. */
                detail: string;
            } | null;
        };
        /** OperatorSession */
        OperatorSession: {
            /** @example ses_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            last_used_at: string | null;
            /** @example false */
            current: boolean;
        };
        /** NearQuota */
        NearQuota: {
            org_id: string;
            /** @example acme */
            login: string;
            /** @enum {string} */
            resource: "keys" | "incidents" | "states" | "bytes";
            /** @example 95000 */
            used: number;
            /** @example 100000 */
            limit: number;
        };
        /** QueueStanding */
        QueueStanding: {
            /** @example analysis */
            name: string;
            waiting: number;
            active: number;
            failed: number;
            waiting_since: string | null;
        };
        /** FailedMessage */
        FailedMessage: {
            /** @example msg_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string;
            login: string;
            /** @example hook_0V3mKq8ZxYbD2nR5tW7uAe */
            hook_id: string;
            /** @example https://hooks.example.com/…xyz */
            url_hint: string;
            /** @example drift.detected */
            event: string;
            error: {
                /** @example timeout */
                code: string;
                /** @example It did not answer in time. */
                detail: string;
            } | null;
            /** Format: date-time */
            created_at: string;
        };
        /** ProviderStanding */
        ProviderStanding: {
            /** @example registry.terraform.io/hashicorp/aws */
            source: string;
            /** @example 6.14.1 */
            version: string;
            processes: number;
            memory_bytes: number;
            launches: number;
            lost: number;
            last_lost: string | null;
            /** Format: date-time */
            last_launched_at: string;
        };
        /** InstanceSetting */
        InstanceSetting: {
            /** @example PLUMBLINE_WORKERS */
            name: string;
            value: string | null;
            is_default: boolean;
            /** @example How many analyses this process runs at once. */
            help: string;
        };
        /** InstanceStatus */
        InstanceStatus: {
            version: string;
            uptime: number;
            database: {
                /** @enum {string} */
                kind: "postgres" | "embedded";
                ok: boolean;
                row_security: boolean | null;
            };
            organizations: number | null;
            quotas: components["schemas"]["NearQuota"][] | null;
            queues: components["schemas"]["QueueStanding"][] | null;
            dead_deliveries: {
                /** @example 0 */
                count: number;
                /** @example false */
                more: boolean;
            } | null;
            failed_messages: {
                /** @example 0 */
                count: number;
                /** @example false */
                more: boolean;
                latest: components["schemas"]["FailedMessage"][];
            } | null;
            sandbox: {
                /** @enum {string} */
                level: "full" | "partial" | "none" | "off";
                /**
                 * @example [
                 *       "Files are not protected: the kernel has no Landlock."
                 *     ]
                 */
                missing: string[];
            };
            providers: components["schemas"]["ProviderStanding"][];
            limits: {
                /** @example 120 */
                key: number;
                /** @example 600 */
                org: number;
                /** @example 60 */
                recall_key: number;
                /** @example 300 */
                recall_org: number;
                /** @enum {string} */
                counted_in: "memory" | "redis";
                degraded: boolean;
            };
            settings: components["schemas"]["InstanceSetting"][];
        };
        /** NewOrganization */
        NewOrganization: {
            /** @example acme */
            login: string;
            installation_id?: number | null;
        };
        /** Organization */
        Organization: {
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            login: string;
            installation_id: number | null;
            suspended_at: string | null;
            /** @example null */
            uninstalled_at: string | null;
            /** Format: date-time */
            created_at: string;
            plan: string | null;
            /** @example active */
            billing_status: string;
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** @example 730 */
            incident_retention_days: number | null;
            /** @example high */
            check_fails_at: ("critical" | "high" | "medium" | "low") | null;
            drift_issues: boolean;
        };
        /** OrganizationPatch */
        OrganizationPatch: {
            /** @example acme */
            login?: string;
            installation_id?: number | null;
            /** @example 730 */
            incident_retention_days?: number | null;
            /** @enum {string|null} */
            check_fails_at?: "critical" | "high" | "medium" | "low" | null;
            drift_issues?: boolean;
        };
        /** OrganizationDeletion */
        OrganizationDeletion: {
            /** @example del_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            organization_id: string;
            login: string;
            actor: {
                /** @enum {string} */
                kind: "operator" | "key" | "person" | "system";
                id: string | null;
                name: string | null;
                hint: string | null;
            };
            request_id: string | null;
            /** Format: date-time */
            requested_at: string;
            finished_at: string | null;
        };
        /** NewAnalysis */
        NewAnalysis: {
            /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
            repo_id?: string | null;
            /** @example network/ */
            state_prefix?: string | null;
            /** @example true */
            unmanaged?: boolean;
        };
        /** TagSettings */
        TagSettings: {
            /**
             * @example {
             *       "team": "payments"
             *     }
             */
            default_tags?: {
                [key: string]: string;
            };
            ignore_tags?: {
                /**
                 * @example [
                 *       "cost-center"
                 *     ]
                 */
                keys?: string[];
                /**
                 * @example [
                 *       "kubernetes.io/"
                 *     ]
                 */
                key_prefixes?: string[];
            };
        };
        /** CloudPatch */
        CloudPatch: {
            /** @example arn:aws:iam::123456789012:role/plumbline */
            role_arn?: string | null;
            /** @example acme-terraform-states */
            state_bucket?: string | null;
            /** @example prod/ */
            state_prefix?: string | null;
            /** @example eu-west-1 */
            region?: string | null;
            /** @example arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52-0b1e-4c55-9f0a-3f6f0d1b2c3d */
            state_key_arn?: string | null;
            /** @example arn:aws:iam::{account}:role/plumbline */
            account_role_arn?: string | null;
            /**
             * @example [
             *       "210987654321"
             *     ]
             */
            accounts?: string[] | null;
            /**
             * @example {
             *       "*": {
             *         "ignore_tags": {
             *           "keys": [
             *             "cost-center"
             *           ]
             *         }
             *       }
             *     }
             */
            provider_settings?: {
                [key: string]: components["schemas"]["TagSettings"];
            } | null;
            secret_values?: boolean | null;
            external_id_override?: {
                /** @example The role belongs to a vendor who cannot change its trust policy; only this account is read. */
                reason: string;
            } | null;
            /**
             * @example 6h
             * @enum {string|null}
             */
            schedule?: "off" | "1h" | "6h" | "24h" | null;
        };
        /** CloudConfiguration */
        CloudConfiguration: {
            role_arn: string | null;
            state_bucket: string | null;
            state_prefix: string | null;
            region: string | null;
            state_key_arn: string | null;
            account_role_arn: string | null;
            accounts: string[] | null;
            provider_settings: {
                [key: string]: components["schemas"]["TagSettings"];
            } | null;
            /** @example false */
            secret_values: boolean;
            /** @example plumbline-5s0fGxk2T8qLZ1nYb7 */
            external_id: string;
            external_id_override: {
                reason: string;
                /** @example The key ci */
                by: string;
                /** Format: date-time */
                at: string;
            } | null;
            /**
             * @example 6h
             * @enum {string}
             */
            schedule: "off" | "1h" | "6h" | "24h";
            next_run_at: string | null;
            last_skipped: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                reason: "state_locked" | "under_way" | "quota_exceeded";
                /** @example prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z. */
                detail: string;
            } | null;
            locks_unread: string | null;
            /** Format: date-time */
            updated_at: string;
            trust_policy: {
                [key: string]: unknown;
            };
            permission_policy: {
                [key: string]: unknown;
            };
            account_trust_policy: {
                [key: string]: unknown;
            } | null;
            account_permission_policy: {
                [key: string]: unknown;
            } | null;
        };
        /** LeastPolicy */
        LeastPolicy: {
            policy: {
                [key: string]: unknown;
            } | null;
            account_policy: {
                [key: string]: unknown;
            } | null;
            analyses: {
                /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
                id: string;
                repo_id: string | null;
                state_prefix: string | null;
                finished_at: string | null;
            }[];
            /**
             * @example [
             *       "s3:GetObject"
             *     ]
             */
            withheld: string[];
            refused: {
                /** @example ec2 */
                service: string;
                /** @example GetPasswordData */
                action: string;
                times: number;
            }[];
            unread: {
                /** @example aws_macie2_account */
                type: string;
                instances: number;
                reason: string | null;
            }[];
        };
        /** RoleSetup */
        RoleSetup: {
            /** @example plumbline */
            name: string;
            trust_policy: {
                [key: string]: unknown;
            };
            permission_policy: {
                [key: string]: unknown;
            };
            /** @example AWSTemplateFormatVersion: "2010-09-09" */
            cloudformation: string;
            /**
             * @example resource "aws_iam_role" "plumbline" {
             *       name = "plumbline"
             *     }
             */
            terraform: string;
        };
        /** CloudSetup */
        CloudSetup: {
            /** @example plumbline-5s0fGxk2T8qLZ1nYb7 */
            external_id: string;
            principal: string | null;
            role: components["schemas"]["RoleSetup"];
            account_role: components["schemas"]["RoleSetup"] | null;
            /** @example [] */
            missing: ("principal" | "state_bucket" | "role_arn")[];
        };
        /** DriftMapCell */
        DriftMapCell: {
            place: string | null;
            /** @example prod/network.tfstate */
            state_key: string;
            resources: number;
            drifted: number;
            not_checked: number;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            open: number;
            /** @enum {string} */
            status: "read" | "unreadable";
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
        };
        /** DriftMap */
        DriftMap: {
            cells: components["schemas"]["DriftMapCell"][];
            more: {
                cells: number;
                resources: number;
            };
        };
        /**
         * ValueTest
         * @example {
         *       "at_least": 2,
         *       "at_most": 10
         *     }
         */
        ValueTest: {
            /** @example on */
            equals?: string | number | boolean;
            /** @example ami-* */
            matches?: string;
            /** @example 2 */
            at_least?: number;
            /** @example 10 */
            at_most?: number;
            /** @example false */
            empty?: boolean;
        };
        /** IgnoreRule */
        IgnoreRule: {
            /** @example legacy-queues */
            id?: string;
            /** @enum {string} */
            kind?: "unmanaged";
            /** @example sandbox-* */
            name?: string;
            /** @example team=research */
            tag?: string;
            /** @example module.legacy */
            address?: string;
            /** @example aws_autoscaling_* */
            type?: string;
            /** @example tags["team"] */
            attribute?: string;
            /** @example sandbox/* */
            state?: string;
            /** @example eu-* */
            region?: string;
            /** @example 123456789012 */
            account?: string;
            /** @example *\/hashicorp/aws */
            provider?: string;
            before?: components["schemas"]["ValueTest"];
            after?: components["schemas"]["ValueTest"];
            /** @example Scaled by hand until the migration */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-12-31T00:00:00.000Z
             */
            expires_at?: string;
        };
        /** RuleUsage */
        RuleUsage: {
            /** @example legacy-queues */
            id: string;
            /** @enum {string} */
            use: "used" | "idle" | "unused" | "expired" | "unknown";
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
            /** Format: date-time */
            last_matched_at?: string;
            /** Format: date-time */
            unused_since?: string;
        };
        /** IgnoreRules */
        IgnoreRules: {
            /** @example 3 */
            version: number;
            rules: components["schemas"]["IgnoreRule"][];
            usage: components["schemas"]["RuleUsage"][];
        };
        /** NewIgnoreRules */
        NewIgnoreRules: {
            version?: number;
            rules: components["schemas"]["IgnoreRule"][];
            /** @example [] */
            usage?: Record<string, never>[];
        };
        /** PreviewedRule */
        PreviewedRule: {
            /** @example new-1 */
            id: string;
            /** @enum {string} */
            source: "organization" | "file";
            /** @example The autoscaler decides */
            reason: string;
            /** @enum {string} */
            use: "used" | "idle" | "unused" | "expired" | "unknown";
            instances: number;
            ignored: number;
            warning?: string;
            hidden: number;
            narrowed: number;
            examples: {
                /** @example aws_autoscaling_group.web */
                resource: string;
                /** @example aws_autoscaling_group */
                type: string;
                /** @example prod/web.tfstate */
                state_key: string;
                kind: ("changed" | "deleted") | null;
                severity: ("critical" | "high" | "medium" | "low" | "none") | null;
                /** @enum {string} */
                effect: "hidden" | "narrowed" | "unsure" | "back" | "unseen";
                /**
                 * @example [
                 *       "desired_capacity"
                 *     ]
                 */
                attributes: string[];
                more_attributes: number;
            }[];
        };
        /** IgnorePreview */
        IgnorePreview: {
            states: number;
            unread_states: number;
            oldest_analysis_at: string | null;
            complete: boolean;
            instances: number;
            findings: number;
            hidden: number;
            narrowed: number;
            unsure: number;
            back: number;
            unseen: number;
            examples: {
                /** @example aws_autoscaling_group.web */
                resource: string;
                /** @example aws_autoscaling_group */
                type: string;
                /** @example prod/web.tfstate */
                state_key: string;
                kind: ("changed" | "deleted") | null;
                severity: ("critical" | "high" | "medium" | "low" | "none") | null;
                /** @enum {string} */
                effect: "hidden" | "narrowed" | "unsure" | "back" | "unseen";
                /**
                 * @example [
                 *       "desired_capacity"
                 *     ]
                 */
                attributes: string[];
                more_attributes: number;
            }[];
            rules: components["schemas"]["PreviewedRule"][];
        };
        /** IncidentCounts */
        IncidentCounts: {
            /** @example 3 */
            total: number;
            /** @example 3 */
            open: number;
            /** @example 3 */
            resolved: number;
            open_severities: {
                /** @example 3 */
                critical: number;
                /** @example 3 */
                high: number;
                /** @example 3 */
                medium: number;
                /** @example 3 */
                low: number;
                /** @example 3 */
                none: number;
            };
            types: string[];
            regions: string[];
            accounts: string[];
        };
        /** ExpiringIncidents */
        ExpiringIncidents: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            before: string;
            /** @example 12 */
            incidents: number;
        };
        /** ExportedIncident */
        ExportedIncident: {
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
            org_id: string;
            /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
            repo_id: string | null;
            /** @example aws_security_group.bastion */
            resource: string;
            /** @example aws_security_group */
            type: string | null;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            details: string | null;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date: string;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @enum {string} */
            source: "manual" | "drift";
            /** Format: date-time */
            created_at: string;
            /** @example changed */
            kind: ("changed" | "deleted" | "unmanaged") | null;
            /** @example high */
            severity: ("critical" | "high" | "medium" | "low" | "none") | null;
            /** @example prod/network.tfstate */
            state_key: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @example 123456789012 */
            account_id: string | null;
            attributes: string[];
            first_seen_at: string | null;
            last_seen_at: string | null;
            /** @example null */
            resolved_at: string | null;
            /** @example null */
            resolution: ("reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded") | null;
            /** @example 3 */
            times_seen: number;
            analyses: string[];
            /** @example null */
            previous_id: string | null;
            /** @example null */
            next_id: string | null;
            similar: components["schemas"]["RecallMatch"][];
            /** @example acme/infrastructure */
            repo_full_name: string | null;
        };
        /** ImportedIncident */
        ImportedIncident: {
            /** @example post-mortem-17 */
            id?: string;
            /** @example aws_security_group.bastion */
            resource: string;
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            /** @example The rule was added by hand during an outage and forgotten. */
            details?: string | null;
            /**
             * Format: date
             * @example 2026-01-31
             */
            date?: string;
            /** @example acme/infrastructure */
            project?: string;
            org_id?: string;
            repo_id?: string | null;
            /** @example acme/infrastructure */
            repo_full_name?: string | null;
            /** @example aws_security_group */
            type?: string | null;
            /** @enum {string} */
            status?: "open" | "resolved";
            /** @enum {string} */
            source?: "manual" | "drift";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at?: string;
            /** @enum {string|null} */
            kind?: "changed" | "deleted" | "unmanaged" | null;
            /** @enum {string|null} */
            severity?: "critical" | "high" | "medium" | "low" | "none" | null;
            state_key?: string | null;
            /** @example aws_security_group */
            region?: string | null;
            /** @example aws_security_group */
            account_id?: string | null;
            attributes?: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            first_seen_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            resolved_at?: string | null;
            /** @enum {string|null} */
            resolution?: "reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded" | null;
            times_seen?: number;
            analyses?: string[];
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            previous_id?: string | null;
            next_id?: unknown;
            similar?: {
                /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
                id: string;
                /** @example 0.4405 */
                similarity: number;
            }[];
        };
        /** ImportReport */
        ImportReport: {
            /** @example 83 */
            written: number;
            /** @example 1 */
            unchanged: number;
            /** @example 0 */
            conflicts: number;
            /** @example 0 */
            refused: number;
            /** @example 2 */
            masked: number;
            problems: {
                /** @example 17 */
                line: number;
                /** @example post-mortem-17 */
                id: string | null;
                /** @example exists already with other content */
                message: string;
            }[];
        };
        /** InventoryRun */
        InventoryRun: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed";
            started_at: string | null;
            finished_at: string | null;
            /** @example false */
            baseline: boolean;
            /** @example 97 */
            objects: number;
            counts: {
                managed: number;
                unproven: number;
                added: number;
                unmanaged: number;
                waiting: number;
                owned: number;
                follows: number;
                provided: number;
            };
            /** @example 0.82 */
            share_managed: number | null;
            /** @example false */
            at_least: boolean;
            /** @example false */
            at_most: boolean;
            /** @example 0 */
            not_listed: number;
            /** @example 412 */
            calls: number;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
        };
        /** InventoryCoverage */
        InventoryCoverage: {
            /** @example sqs */
            service: string;
            /** @example 123456789012 */
            account_id: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @example 4 */
            types: number;
            /** @example 0 */
            not_listed: number;
            /** @example 0.82 */
            share_managed: number | null;
            managed: number;
            unproven: number;
            added: number;
            unmanaged: number;
            waiting: number;
            owned: number;
            follows: number;
            provided: number;
        };
        /** InventoryListing */
        InventoryListing: {
            /** @example aws_sqs_queue */
            type: string;
            /** @example sqs */
            service: string;
            /** @example 123456789012 */
            account_id: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @enum {string} */
            state: "listed" | "not_listed";
            reason: string | null;
            detail: string | null;
            /** @example 1 */
            calls: number;
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
            baseline_at: string | null;
            managed: number;
            unproven: number;
            added: number;
            unmanaged: number;
            waiting: number;
            owned: number;
            follows: number;
            provided: number;
        };
        /** Inventory */
        Inventory: {
            /** @example null */
            latest: components["schemas"]["InventoryRun"] | null;
            /** @example null */
            running: components["schemas"]["InventoryRun"] | null;
            baseline_at: string | null;
            /** @example 83 */
            open: number;
            /** @example 2 */
            new: number;
            /** @example 4 */
            ignored: number;
            severities: {
                critical: number;
                high: number;
                medium: number;
                low: number;
                none: number;
            };
            unread_states: string[];
            coverage: components["schemas"]["InventoryCoverage"][];
            not_listed: components["schemas"]["InventoryListing"][];
            history: components["schemas"]["InventoryRun"][];
        };
        /** ImportRequest */
        ImportRequest: {
            objects?: string[];
            /**
             * @example {
             *       "type": "aws_sqs_queue"
             *     }
             */
            filters?: {
                /**
                 * @example open
                 * @enum {string}
                 */
                class?: "added" | "unmanaged" | "waiting" | "owned" | "follows" | "provided" | "open";
                type?: string;
                service?: string;
                account?: string;
                region?: string;
                /** @enum {string} */
                severity?: "critical" | "high" | "medium" | "low" | "none";
                /** @enum {string} */
                severity_at_least?: "critical" | "high" | "medium" | "low";
                owner?: string;
                /**
                 * @example new
                 * @enum {string}
                 */
                seen?: "new" | "before";
                q?: string;
            };
        };
        /** ImportFiles */
        ImportFiles: {
            files: {
                /** @example imports.tf */
                name: string;
                /**
                 * @example import {
                 *       to = aws_sqs_queue.jobs
                 *       id = "…"
                 *     }
                 */
                text: string;
            }[];
            variables: string[];
            /** @example 2 */
            written: number;
            left_out: {
                /** @example obj_0V3mKq8ZxYbD2nR5tW7uAe */
                id: string;
                /** @example aws_sqs_queue */
                type: string;
                /** @example arn:aws:sqs:eu-west-1:123456789012:jobs */
                cloud_id: string;
                /** @example an apply would change max_message_size */
                reason: string;
            }[];
            /** @example 0 */
            more: number;
        };
        /** UnmanagedObject */
        UnmanagedObject: {
            /** @example obj_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example registry.terraform.io/hashicorp/aws */
            provider: string;
            /** @example aws_sqs_queue */
            type: string;
            /** @example sqs */
            service: string;
            /** @enum {string} */
            class: "added" | "unmanaged" | "waiting" | "owned" | "follows" | "provided";
            /** @example 123456789012 */
            account_id: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @example arn:aws:sqs:eu-west-1:123456789012:jobs */
            cloud_id: string;
            /** @example jobs */
            name: string | null;
            /**
             * @example {
             *       "team": "web"
             *     }
             */
            tags: {
                [key: string]: string;
            };
            /** @example null */
            parent: {
                /** @example aws_sqs_queue */
                type: string;
                /** @example sg-0a1b2c3d4e5f60718 */
                id: string;
                /** @example aws_security_group.web */
                resource?: string;
                /** @example prod/network.tfstate */
                state_key?: string;
            } | null;
            /** @example null */
            owner: string | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            /** @example open-to-world */
            severity_rule: string;
            /** @example port 22 (tcp) is open to 0.0.0.0/0 now */
            severity_reason: string;
            created_at: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @example true */
            new: boolean;
            /** @example null */
            gone_at: string | null;
            /** @example null */
            gone_as: ("deleted" | "managed") | null;
            /** @example null */
            ignored_by: {
                id: string;
                reason: string;
            } | null;
            /** @example null */
            incident_id: string | null;
            import: {
                /**
                 * @example {
                 *       "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                 *     }
                 */
                by: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                status: "proven" | "invalid" | "differs" | "unanswered" | "none";
                /** @example null */
                detail: string | null;
            };
        };
        /** UnmanagedObjectDetails */
        UnmanagedObjectDetails: {
            /** @example obj_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example registry.terraform.io/hashicorp/aws */
            provider: string;
            /** @example aws_sqs_queue */
            type: string;
            /** @example sqs */
            service: string;
            /** @enum {string} */
            class: "added" | "unmanaged" | "waiting" | "owned" | "follows" | "provided";
            /** @example 123456789012 */
            account_id: string | null;
            /** @example eu-west-1 */
            region: string | null;
            /** @example arn:aws:sqs:eu-west-1:123456789012:jobs */
            cloud_id: string;
            /** @example jobs */
            name: string | null;
            /**
             * @example {
             *       "team": "web"
             *     }
             */
            tags: {
                [key: string]: string;
            };
            /** @example null */
            parent: {
                /** @example aws_sqs_queue */
                type: string;
                /** @example sg-0a1b2c3d4e5f60718 */
                id: string;
                /** @example aws_security_group.web */
                resource?: string;
                /** @example prod/network.tfstate */
                state_key?: string;
            } | null;
            /** @example null */
            owner: string | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            /** @example open-to-world */
            severity_rule: string;
            /** @example port 22 (tcp) is open to 0.0.0.0/0 now */
            severity_reason: string;
            created_at: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @example true */
            new: boolean;
            /** @example null */
            gone_at: string | null;
            /** @example null */
            gone_as: ("deleted" | "managed") | null;
            /** @example null */
            ignored_by: {
                id: string;
                reason: string;
            } | null;
            /** @example null */
            incident_id: string | null;
            import: {
                /**
                 * @example {
                 *       "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                 *     }
                 */
                by: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                status: "proven" | "invalid" | "differs" | "unanswered" | "none";
                /** @example null */
                detail: string | null;
            };
            import_block: string | null;
            configuration: string | null;
            variables: string[];
        };
        /** InventorySettings */
        InventorySettings: {
            /**
             * @example 24h
             * @enum {string}
             */
            schedule: "off" | "1h" | "6h" | "24h";
            /** @example false */
            expensive: boolean;
            /** @example true */
            on: boolean;
            next_run_at: string | null;
        };
        /** InventorySettingsPatch */
        InventorySettingsPatch: {
            /**
             * @example 24h
             * @enum {string}
             */
            schedule?: "off" | "1h" | "6h" | "24h";
            /** @example false */
            expensive?: boolean;
        };
        /** NewApiKey */
        NewApiKey: {
            /** @example ci */
            name: string;
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @example 2030-01-01T00:00:00.000Z
             */
            expires_at?: string | null;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example ci */
            name: string;
            /** @example 8Xk2 */
            hint: string;
            scopes: string[];
            /** Format: date-time */
            created_at: string;
            /** @example 2030-01-01T00:00:00.000Z */
            expires_at: string | null;
            /** @example null */
            revoked_at: string | null;
            last_used_at: string | null;
            replaces: string | null;
            rotated_to: string | null;
            /** @example plk_… */
            key: string;
        };
        /** ApiKey */
        ApiKey: {
            /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example ci */
            name: string;
            /** @example 8Xk2 */
            hint: string;
            scopes: string[];
            /** Format: date-time */
            created_at: string;
            /** @example 2030-01-01T00:00:00.000Z */
            expires_at: string | null;
            /** @example null */
            revoked_at: string | null;
            last_used_at: string | null;
            replaces: string | null;
            rotated_to: string | null;
        };
        /** KeyRotation */
        KeyRotation: {
            /** @default 86400 */
            grace_seconds: number;
        };
        /** IncidentLine */
        IncidentLine: {
            /** @example inc_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example module.net["a"].aws_subnet.private[0] */
            resource: string;
            state_key: string | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            /** @enum {string} */
            status: "open" | "resolved";
            /** @example SSH (22/tcp) was opened to the internet in prod, outside Terraform */
            summary: string;
            /** Format: date-time */
            opened_at: string;
            resolved_at: string | null;
            /** @example null */
            resolution: ("reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded") | null;
        };
        /** LastAnalysis */
        LastAnalysis: {
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string | null;
            repo_id: string | null;
            repo_full_name: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
            trigger: {
                /** @enum {string} */
                kind: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
                /** @example main */
                ref?: string;
                /** @example 9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b */
                sha?: string;
                /** @example 412 */
                pull_request?: number;
                /** @example key_0V3mKq8ZxYbD2nR5tW7uAe */
                actor?: string;
            };
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            progress: {
                done: number;
                total: number;
            };
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "none";
            counts: components["schemas"]["InstanceCounts"];
            ai_summary: string | null;
            summary_source: ("model" | "rules") | null;
            /** @example null */
            error: {
                code: string;
                detail: string;
            } | null;
            incidents_omitted?: number;
            state_counts: components["schemas"]["StatesInScope"];
        };
        /** OrganizationOverview */
        OrganizationOverview: {
            open: {
                total: number;
                severities: components["schemas"]["BySeverity"];
            };
            history: {
                /** Format: date */
                day: string;
                severities: components["schemas"]["BySeverity"];
            }[];
            states: {
                in_all: number;
                unreadable: number;
                proposed: number;
                contested: number;
                counts: components["schemas"]["InstanceCounts"];
            };
            worst: components["schemas"]["IncidentLine"][];
            changed: {
                /** Format: date-time */
                since: string;
                opened: number;
                resolved: number;
            };
            oldest: components["schemas"]["IncidentLine"] | null;
            schedule: ("off" | "1h" | "6h" | "24h") | null;
            next_run_at: string | null;
            last_skipped: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                reason: "state_locked" | "under_way" | "quota_exceeded";
                /** @example prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z. */
                detail: string;
            } | null;
            last_analysis: components["schemas"]["LastAnalysis"] | null;
            setup: {
                cloud_connected: boolean;
                /** @example 2026-01-31T09:30:00.000Z */
                verified_at: string | null;
                states: number;
                analysed: boolean;
                /** @enum {string} */
                code_host: "installed" | "available" | "none";
            };
        };
        /** OwnProviderSettings */
        OwnProviderSettings: {
            /** @example google-prod */
            name: string;
            /** @example hashicorp/google */
            provider: string;
            /** @example  */
            alias: string;
            states: string[] | null;
            reach: string[] | null;
            /**
             * @example [
             *       "project"
             *     ]
             */
            config: string[];
            /**
             * @example [
             *       "GOOGLE_CREDENTIALS"
             *     ]
             */
            env: string[];
            /** Format: date-time */
            updated_at: string;
        };
        /** NewProviderSettings */
        NewProviderSettings: {
            /** @example hashicorp/google */
            provider: string;
            /** @example  */
            alias?: string;
            /**
             * @example [
             *       "gcp-prod://*"
             *     ]
             */
            states?: string[] | null;
            /**
             * @example [
             *       "db.example.com:5432"
             *     ]
             */
            reach?: string[] | null;
            /**
             * @example {
             *       "project": "acme-prod"
             *     }
             */
            config?: {
                [key: string]: unknown;
            };
            /**
             * @example {
             *       "GOOGLE_CREDENTIALS": "{ … }"
             *     }
             */
            env?: {
                [key: string]: string;
            };
        };
        /** ProviderVerification */
        ProviderVerification: {
            ok: boolean;
            checks: {
                /** @enum {string} */
                name: "start" | "configure" | "read";
                ok: boolean;
                /** @example credentials_rejected */
                code?: string;
                /** @example It takes the configuration. */
                detail: string;
            }[];
            /** Format: date-time */
            checked_at: string;
        };
        /** QuotaStanding */
        QuotaStanding: {
            /** @enum {string} */
            resource: "keys" | "incidents" | "states" | "bytes";
            /** @example 83 */
            used: number;
            /** @example 100000 */
            limit: number;
            /** @example true */
            is_default: boolean;
        };
        /** QuotaPatch */
        QuotaPatch: {
            /** @example 1000 */
            keys?: number | null;
            /** @example 250000 */
            incidents?: number | null;
            /** @example 10000 */
            states?: number | null;
            /** @example 2147483648 */
            bytes?: number | null;
        };
        /** Repository */
        Repository: {
            /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            org_id: string;
            /** @example github */
            codehost: string;
            external_id: number;
            /** @example acme/infrastructure */
            full_name: string;
            /** @example https://github.com/acme/infrastructure */
            web_url: string | null;
            private: boolean;
            public_details: boolean;
            archived: boolean;
            default_branch: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            status: "ok" | "suspended" | "unauthorized" | "missing_permissions" | "not_visible";
            /** @example null */
            status_detail: string | null;
            /**
             * @example [
             *       {
             *         "key": "prod/network.tfstate",
             *         "path": "infra/network"
             *       }
             *     ]
             */
            states: {
                key: string;
                path: string;
            }[];
            state_count: number;
            /** @example 2 */
            proposed_count: number;
            mapping: {
                /** Format: date-time */
                read_at: string;
                sha: string | null;
                problems: {
                    path: string;
                    detail: string;
                }[];
            } | null;
            open_incidents: number;
            last_analysis: {
                id: string;
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
                /** @enum {string} */
                severity: "critical" | "high" | "medium" | "low" | "none";
                /** Format: date-time */
                created_at: string;
                finished_at: string | null;
            } | null;
        };
        /** RepositoryPatch */
        RepositoryPatch: {
            /** @example false */
            public_details: boolean;
        };
        /** OrganizationSession */
        OrganizationSession: {
            /** @example ses_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @enum {string} */
            kind: "key" | "person";
            key_id: string | null;
            /** @example ci */
            name: string;
            hint: string | null;
            scopes: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            last_used_at: string | null;
            /** @example false */
            current: boolean;
        };
        /** StateClaim */
        StateClaim: {
            /** @example clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc */
            id: string;
            /** @enum {string} */
            status: "accepted" | "proposed" | "contested";
            /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
            repo_id: string;
            /** @example acme/infrastructure */
            repo_full_name: string;
            /** @example prod/network.tfstate */
            key: string;
            /** @example false */
            pattern: boolean;
            /** @example env: */
            workspaces: string | null;
            /** @example infra/network */
            path: string;
            /** @enum {string} */
            source: "config" | "backend";
            /** @example backend "s3" in infra/network/main.tf */
            why: string;
            states: string[];
            /** @example 1 */
            state_count: number;
            /** @example [] */
            also_claimed_by: string[];
            /** @example false */
            disputed: boolean;
            contested_states: {
                /** @example prod/network.tfstate */
                key: string;
                repo_id: string | null;
                repo_full_name: string | null;
                /** @example false */
                by_hand: boolean;
            }[];
            /** @example 1 */
            contested_count: number;
        };
        /** StateClaimsToAccept */
        StateClaimsToAccept: {
            claims: string[];
            /** @example false */
            take_over?: boolean;
        };
        /** AcceptedStateClaims */
        AcceptedStateClaims: {
            /** @example 1 */
            accepted: number;
            /** @example 1 */
            changed: number;
            changes: {
                /** @example prod/network.tfstate */
                key: string;
                before: {
                    repo_id: string | null;
                    repo_full_name: string | null;
                };
                after: {
                    repo_id: string | null;
                    repo_full_name: string | null;
                };
            }[];
        };
        /** StateMapping */
        StateMapping: {
            /** @example prod/network* */
            state: string;
            /** @example null */
            repo_id: string | null;
            /** @example infra/network */
            path?: string;
            /** @example The code moves in spring */
            reason?: string;
        };
        /** StateMappings */
        StateMappings: {
            /** @example 3 */
            version: number;
            mappings: components["schemas"]["StateMapping"][];
        };
        /** NewStateMappings */
        NewStateMappings: {
            version?: number;
            mappings: components["schemas"]["StateMapping"][];
        };
        /** PreviewedMappings */
        PreviewedMappings: {
            mappings: components["schemas"]["StateMapping"][];
        };
        /** MappingPreview */
        MappingPreview: {
            /** @example 1 */
            changed: number;
            changes: {
                /** @example prod/network.tfstate */
                key: string;
                before: {
                    repo_id: string | null;
                    repo_full_name: string | null;
                    path: string | null;
                    why: string | null;
                };
                after: {
                    repo_id: string | null;
                    repo_full_name: string | null;
                    path: string | null;
                    why: string | null;
                };
            }[];
            decides: number[];
            /** @example true */
            complete: boolean;
        };
        /** StateSource */
        StateSource: {
            /** @example gcp-prod */
            name: string;
            /** @example gcs */
            kind: string;
            /**
             * @example {
             *       "bucket": "acme-terraform-states"
             *     }
             */
            settings: {
                [key: string]: string;
            };
            /**
             * @example [
             *       "credentials"
             *     ]
             */
            credentials: string[];
            verified_at: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        /** NewStateSource */
        NewStateSource: {
            /**
             * @example gcs
             * @enum {string}
             */
            kind: "s3" | "gcs" | "azurerm" | "hcp" | "gitlab" | "http" | "pg" | "kubernetes" | "consul" | "directory";
            /**
             * @example {
             *       "bucket": "acme-terraform-states"
             *     }
             */
            settings: {
                [key: string]: string;
            };
            /**
             * @example {
             *       "access_token": "ya29.…"
             *     }
             */
            credentials?: {
                [key: string]: string;
            };
        };
        /** StateSourcePatch */
        StateSourcePatch: {
            /**
             * @example {
             *       "prefix": "platform/"
             *     }
             */
            settings?: {
                [key: string]: string | null;
            };
            /**
             * @example {
             *       "access_token": "ya29.…"
             *     }
             */
            credentials?: {
                [key: string]: string | null;
            };
        };
        /** StateSourceVerification */
        StateSourceVerification: {
            ok: boolean;
            checks: {
                /** @enum {string} */
                name: "list" | "read" | "locks";
                ok: boolean;
                /** @example access_denied */
                code?: string;
                /** @example States can be listed. */
                detail: string;
            }[];
            /** Format: date-time */
            checked_at: string;
        };
        /** State */
        State: {
            /** @example prod/network.tfstate */
            key: string;
            serial: number | null;
            lineage: string | null;
            terraform_version: string | null;
            /** @enum {string} */
            status: "read" | "unreadable";
            /** @example null */
            code: string | null;
            /** @example null */
            detail: string | null;
            counts: components["schemas"]["InstanceCounts"] | null;
            /** @example high */
            severity: ("critical" | "high" | "medium" | "low" | "none") | null;
            repo_id: string | null;
            repo_full_name: string | null;
            path: string | null;
            source: ("api" | "config" | "backend") | null;
            why: string | null;
            also_claimed_by: {
                /** @example clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc */
                claim_id: string;
                /** @enum {string} */
                status: "proposed" | "contested";
                /** @example repo_0V3mKq8ZxYbD2nR5tW7uAe */
                repo_id: string;
                /** @example acme/other */
                repo_full_name: string;
                /** @example infra/network */
                path: string;
                /** @example backend "s3" in main.tf */
                why: string;
            }[];
            /** @example an_0V3mKq8ZxYbD2nR5tW7uAe */
            analysis_id: string;
            /** Format: date-time */
            analysed_at: string;
        };
        /** StateCounts */
        StateCounts: {
            /** @example 3 */
            states: number;
            /** @example 3 */
            unmapped: number;
            /** @example 3 */
            proposed: number;
            /** @example 3 */
            contested: number;
            /** @example 3 */
            unreadable: number;
            severities: {
                /** @example 3 */
                critical: number;
                /** @example 3 */
                high: number;
                /** @example 3 */
                medium: number;
                /** @example 3 */
                low: number;
                /** @example 3 */
                none: number;
            };
        };
        /** NewWebhook */
        NewWebhook: {
            /** @example https://hooks.example.com/plumbline/8f14e45fceea167a */
            url: string;
            events: ("analysis.completed" | "drift.detected" | "drift.resolved" | "unmanaged.detected" | "unmanaged.resolved")[];
            /**
             * @default standard
             * @enum {string}
             */
            format: "standard" | "slack";
            /** @default true */
            enabled: boolean;
            /** @example on-call channel */
            description?: string | null;
        };
        /** CreatedWebhook */
        CreatedWebhook: {
            /** @example hook_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example https://hooks.example.com/…167a */
            url_hint: string;
            /** @enum {string} */
            format: "standard" | "slack";
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @example null */
            disabled_reason: {
                /** @example gone */
                code: string;
                /** @example The receiver answered 410: it wants nothing any more. */
                detail: string;
            } | null;
            /** @example null */
            failing_since: string | null;
            /** @example null */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @example whsec_… */
            secret: string;
        };
        /** Webhook */
        Webhook: {
            /** @example hook_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example https://hooks.example.com/…167a */
            url_hint: string;
            /** @enum {string} */
            format: "standard" | "slack";
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @example null */
            disabled_reason: {
                /** @example gone */
                code: string;
                /** @example The receiver answered 410: it wants nothing any more. */
                detail: string;
            } | null;
            /** @example null */
            failing_since: string | null;
            /** @example null */
            previous_secret_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** WebhookPatch */
        WebhookPatch: {
            /** @example https://hooks.example.com/plumbline/8f14e45fceea167a */
            url?: string;
            events?: ("analysis.completed" | "drift.detected" | "drift.resolved" | "unmanaged.detected" | "unmanaged.resolved")[];
            /** @enum {string} */
            format?: "standard" | "slack";
            enabled?: boolean;
            /** @example on-call channel */
            description?: string | null;
        };
        /** SentDelivery */
        SentDelivery: {
            /** @example msg_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example drift.detected */
            event: string;
            analysis_id: string | null;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            attempts: number;
            replays: number;
            response_status: number | null;
            duration_ms: number | null;
            response_excerpt: string | null;
            error: {
                /** @example timeout */
                code: string;
                /** @example It did not answer within 10 seconds. */
                detail: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
        };
        /** WebhookSecretRotation */
        WebhookSecretRotation: {
            /** @default 86400 */
            grace_seconds: number;
        };
        /** Ready */
        Ready: {
            /** @enum {string} */
            status: "ready";
            checks: {
                database: {
                    /** @example ok */
                    status: string;
                    /** @example postgres */
                    kind: string;
                    /** @example 0.42 */
                    latency_ms?: number;
                };
                cache: {
                    /** @example ok */
                    status: string;
                    /** @example redis */
                    kind: string;
                };
                sandbox?: {
                    /** @enum {string} */
                    level: "full" | "partial" | "none" | "off";
                };
            };
        };
        /** Degraded */
        Degraded: {
            /** @example The database does not answer. */
            detail: string;
            /** @enum {number} */
            status: 503;
            /** @enum {string} */
            code: "unavailable";
            request_id: string;
            checks: {
                database: {
                    /** @example ok */
                    status: string;
                    /** @example postgres */
                    kind: string;
                    /** @example 0.42 */
                    latency_ms?: number;
                };
                cache: {
                    /** @example ok */
                    status: string;
                    /** @example redis */
                    kind: string;
                };
                sandbox?: {
                    /** @enum {string} */
                    level: "full" | "partial" | "none" | "off";
                };
            };
        };
        /** SignedIn */
        SignedIn: {
            /** @enum {boolean} */
            signed_in: true;
            ways: {
                /** @example false */
                github: boolean;
            };
            session: {
                /** @example ses_0V3mKq8ZxYbD2nR5tW7uAe */
                id: string;
                /** @enum {string} */
                kind: "operator" | "key" | "person";
                /** @example ci */
                name: string;
                login?: string;
                scopes: string[];
                /** Format: date-time */
                expires_at: string;
            };
            organizations: {
                /** @example org_0V3mKq8ZxYbD2nR5tW7uAe */
                id: string;
                /** @example acme */
                name: string;
                scopes: string[];
            }[];
        };
        /** SignedOut */
        SignedOut: {
            /** @enum {boolean} */
            signed_in: false;
            ways: {
                /** @example false */
                github: boolean;
            };
        };
        /** Session */
        Session: components["schemas"]["SignedIn"] | components["schemas"]["SignedOut"];
        /** SignIn */
        SignIn: {
            key?: string;
            link?: string;
            scopes?: ("read" | "write" | "admin")[];
        } & (unknown | unknown);
        /** SessionLink */
        SessionLink: {
            /** @example http://127.0.0.1:8080/sign-in#link=… */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** StateSourceKind */
        StateSourceKind: {
            /** @enum {string} */
            kind: "s3" | "gcs" | "azurerm" | "hcp" | "gitlab" | "http" | "pg" | "kubernetes" | "consul" | "directory";
            /** @example Google Cloud Storage */
            title: string;
            operator_only: boolean;
            settings: {
                /** @example bucket */
                name: string;
                /** @example The bucket */
                description: string;
                /** @example acme-terraform-states */
                example: string;
                required: boolean;
                multiline: boolean;
                operator_only: boolean;
            }[];
            credentials: {
                /** @example bucket */
                name: string;
                /** @example The bucket */
                description: string;
                /** @example acme-terraform-states */
                example: string;
                required: boolean;
                multiline: boolean;
                operator_only: boolean;
            }[];
            grants: string | null;
        };
        /** Delivery */
        Delivery: {
            /** @example dlv_0V3mKq8ZxYbD2nR5tW7uAe */
            id: string;
            /** @example github */
            codehost: string;
            /** @example 72d3162e-cc78-11e3-81ab-4c9367dc0958 */
            delivery_id: string;
            /** @example repository */
            event: string;
            action: string | null;
            installation_id: number | null;
            /** @enum {string} */
            status: "received" | "processed" | "ignored" | "dead";
            attempts: number;
            replays: number;
            last_error: {
                code: string;
                detail: string;
            } | null;
            /** Format: date-time */
            received_at: string;
            processed_at: string | null;
            replayable: boolean;
        };
        /** AcceptedDelivery */
        AcceptedDelivery: {
            /** @example 72d3162e-cc78-11e3-81ab-4c9367dc0958 */
            delivery_id: string;
            /** @enum {string} */
            status: "accepted" | "duplicate" | "ignored";
        };
        /** Receipt */
        Receipt: {
            /** @enum {boolean} */
            received: true;
        };
    };
    responses: {
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is not valid JSON.",
                 *       "status": 400,
                 *       "code": "invalid_json",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A valid API key is needed: send it as \"Authorization: Bearer <key>\".",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "This key lacks the scope \"write\"; use a key that has it.",
                 *       "status": 403,
                 *       "code": "forbidden",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request did not arrive whole in time.",
                 *       "status": 408,
                 *       "code": "request_timeout",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Path and query are longer than 8000 characters.",
                 *       "status": 414,
                 *       "code": "uri_too_long",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        InvalidInput: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The querystring does not fit: see errors.",
                 *       "status": 422,
                 *       "code": "invalid_input",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t",
                 *       "errors": [
                 *         {
                 *           "path": "/limit",
                 *           "message": "must be a whole number"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Rate limit exceeded: 120 requests a minute for this key. Try again in 37 seconds.",
                 *       "status": 429,
                 *       "code": "rate_limited",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request line and the headers are larger than this server accepts.",
                 *       "status": 431,
                 *       "code": "headers_too_large",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Something went wrong on our side; the log has it under this request_id.",
                 *       "status": 500,
                 *       "code": "internal",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The database is not available at the moment; try again.",
                 *       "status": 503,
                 *       "code": "unavailable",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No such analysis.",
                 *       "status": 404,
                 *       "code": "not_found",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is an organization with this login already.",
                 *       "status": 409,
                 *       "code": "conflict",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is larger than this operation accepts.",
                 *       "status": 413,
                 *       "code": "payload_too_large",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Send the body as application/json.",
                 *       "status": 415,
                 *       "code": "unsupported_media_type",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        PaymentProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The payment provider refused this; the log says why.",
                 *       "status": 502,
                 *       "code": "payment_provider_error",
                 *       "request_id": "req_0V3mKq8ZxYbD2nR5t"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        trigger: "api" | "cli" | "schedule" | "push" | "pull_request" | "comment" | "rerequest";
        severity_at_least: "critical" | "high" | "medium" | "low";
        without: "states";
        module: string;
        kind: "changed" | "deleted" | "unmanaged";
        action: string;
        actor: string;
        target_id: string;
        expect: string;
        session_id: string;
        resolution: "reverted" | "codified" | "removed_from_state" | "source_removed" | "ignored" | "superseded";
        resource: string;
        state_key: string;
        class: "added" | "unmanaged" | "waiting" | "owned" | "follows" | "provided" | "open";
        service: string;
        owner: string;
        ignored: "yes" | "no" | "any";
        key_id: string;
        settings: string;
        hook_id: string;
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "X-RateLimit-Limit": number;
        "X-RateLimit-Remaining": number;
        "X-RateLimit-Reset": number;
        RateLimit: string;
        "RateLimit-Policy": string;
        "Retry-After": number;
        "WWW-Authenticate": string;
        Link: string;
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAnalyses: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                repo_id?: string;
                status?: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
                trigger?: components["parameters"]["trigger"];
                severity_at_least?: components["parameters"]["severity_at_least"];
                since?: string;
                until?: string;
                without?: components["parameters"]["without"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": null,
                     *         "repo_id": null,
                     *         "repo_full_name": "acme/infrastructure",
                     *         "status": "queued",
                     *         "trigger": {
                     *           "kind": "api",
                     *           "ref": "main",
                     *           "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *           "pull_request": 412,
                     *           "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         },
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "finished_at": "2026-01-31T09:30:00.000Z",
                     *         "progress": {
                     *           "done": 0,
                     *           "total": 0
                     *         },
                     *         "severity": "critical",
                     *         "counts": {
                     *           "resources": 0,
                     *           "in_sync": 0,
                     *           "changed": 0,
                     *           "deleted": 0,
                     *           "suspect": 0,
                     *           "unreadable": 0,
                     *           "unsupported": 0,
                     *           "skipped": 0,
                     *           "following": 0
                     *         },
                     *         "states": [
                     *           {
                     *             "key": "prod/network.tfstate",
                     *             "serial": 42,
                     *             "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *             "terraform_version": "1.9.8",
                     *             "status": "pending",
                     *             "repo_id": null
                     *           }
                     *         ],
                     *         "providers": [
                     *           {
                     *             "source": "registry.terraform.io/hashicorp/aws",
                     *             "version": "5.100.0",
                     *             "protocol": 5,
                     *             "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *             "locked": "5.99.1",
                     *             "verified": true
                     *           }
                     *         ],
                     *         "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *         "summary_source": "rules",
                     *         "error": null,
                     *         "incidents_omitted": 1,
                     *         "state_prefix": null,
                     *         "state_counts": {
                     *           "in_all": 0,
                     *           "pending": 0,
                     *           "read": 0,
                     *           "unreadable": 0
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedAnalysis"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysis: {
        parameters: {
            query?: {
                include?: "suppressed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": null,
                     *       "repo_id": null,
                     *       "repo_full_name": "acme/infrastructure",
                     *       "status": "queued",
                     *       "trigger": {
                     *         "kind": "api",
                     *         "ref": "main",
                     *         "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *         "pull_request": 412,
                     *         "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.000Z",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "severity": "critical",
                     *       "counts": {
                     *         "resources": 0,
                     *         "in_sync": 0,
                     *         "changed": 0,
                     *         "deleted": 0,
                     *         "suspect": 0,
                     *         "unreadable": 0,
                     *         "unsupported": 0,
                     *         "skipped": 0,
                     *         "following": 0
                     *       },
                     *       "states": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "serial": 42,
                     *           "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *           "terraform_version": "1.9.8",
                     *           "status": "pending",
                     *           "repo_id": null
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "source": "registry.terraform.io/hashicorp/aws",
                     *           "version": "5.100.0",
                     *           "protocol": 5,
                     *           "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *           "locked": "5.99.1",
                     *           "verified": true
                     *         }
                     *       ],
                     *       "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *       "summary_source": "rules",
                     *       "error": null,
                     *       "incidents_omitted": 1,
                     *       "ignore_rules": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "source": "organization",
                     *           "reason": "Goes away in spring",
                     *           "use": "used",
                     *           "instances": 0,
                     *           "ignored": 0
                     *         }
                     *       ],
                     *       "suggestions": [
                     *         {
                     *           "kind": "ignore_tag",
                     *           "key": "cost-center",
                     *           "provider": "aws.west",
                     *           "resources": 12,
                     *           "detail": "The tag \"cost-center\" was added to 12 resources of aws.west, and nothing else changed on them."
                     *         }
                     *       ],
                     *       "similar": [
                     *         {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate",
                     *           "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "matches": [
                     *             {
                     *               "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *               "similarity": 0.4405,
                     *               "date": "2026-01-31",
                     *               "resource": "aws_security_group.bastion"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "calls": {
                     *         "calls": 212,
                     *         "saved": 431,
                     *         "throttled": 3,
                     *         "refused": 0,
                     *         "failed": 0
                     *       },
                     *       "findings": [
                     *         {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "type": "aws_subnet",
                     *           "provider": "registry.terraform.io/hashicorp/aws",
                     *           "provider_alias": "west",
                     *           "kind": "changed",
                     *           "severity": "critical",
                     *           "severity_rule": "open-to-world",
                     *           "severity_reason": "Port 22 (tcp) is now open to 0.0.0.0/0",
                     *           "state_key": "prod/network.tfstate",
                     *           "region": "eu-west-1",
                     *           "account_id": "123456789012",
                     *           "cloud_id": "subnet-0a1b2c3d4e5f60718",
                     *           "message": "SSH (22/tcp) was opened to the internet.",
                     *           "attributes": [
                     *             {
                     *               "path": "tags[\"env\"]",
                     *               "before": "prod",
                     *               "after": "staging",
                     *               "sensitive": false,
                     *               "requires_replace": false,
                     *               "action": "changed",
                     *               "caused_by": {
                     *                 "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *                 "state_key": "prod/network.tfstate"
                     *               }
                     *             }
                     *           ],
                     *           "attributes_omitted": 199999,
                     *           "informational": [
                     *             {
                     *               "path": "tags[\"env\"]",
                     *               "before": "prod",
                     *               "after": "staging",
                     *               "sensitive": false,
                     *               "requires_replace": false,
                     *               "action": "changed",
                     *               "caused_by": {
                     *                 "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *                 "state_key": "prod/network.tfstate"
                     *               }
                     *             }
                     *           ],
                     *           "caused_by": {
                     *             "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *             "state_key": "prod/network.tfstate"
                     *           },
                     *           "class": "added",
                     *           "import": {
                     *             "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *           },
                     *           "owner": "CloudFormation stack web",
                     *           "parent": {
                     *             "type": "aws_sqs_queue",
                     *             "id": "sg-0a1b2c3d4e5f60718",
                     *             "resource": "aws_security_group.web",
                     *             "state_key": "prod/network.tfstate"
                     *           },
                     *           "object_id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *           "fingerprint": "9f86d081884c7d659a2feaa0c55ad015",
                     *           "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         }
                     *       ],
                     *       "coverage": [
                     *         {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "type": "aws_subnet",
                     *           "state_key": "prod/network.tfstate",
                     *           "provider": "registry.terraform.io/hashicorp/aws",
                     *           "region": "eu-west-1",
                     *           "account_id": "123456789012",
                     *           "verdict": "in_sync",
                     *           "ignored_by": [
                     *             {
                     *               "id": "legacy-queues",
                     *               "source": "organization"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysisCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calls": 212,
                     *       "saved": 431,
                     *       "throttled": 3,
                     *       "refused": 0,
                     *       "failed": 0,
                     *       "actions": [
                     *         {
                     *           "account_id": "123456789012",
                     *           "region": "eu-west-1",
                     *           "service": "ec2",
                     *           "action": "DescribeSecurityGroups",
                     *           "permissions": [
                     *             "ec2:DescribeSecurityGroups"
                     *           ],
                     *           "calls": 212,
                     *           "saved": 431,
                     *           "throttled": 3,
                     *           "refused": 0,
                     *           "failed": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisCalls"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": null,
                     *       "repo_id": null,
                     *       "repo_full_name": "acme/infrastructure",
                     *       "status": "queued",
                     *       "trigger": {
                     *         "kind": "api",
                     *         "ref": "main",
                     *         "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *         "pull_request": 412,
                     *         "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.000Z",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "severity": "critical",
                     *       "counts": {
                     *         "resources": 0,
                     *         "in_sync": 0,
                     *         "changed": 0,
                     *         "deleted": 0,
                     *         "suspect": 0,
                     *         "unreadable": 0,
                     *         "unsupported": 0,
                     *         "skipped": 0,
                     *         "following": 0
                     *       },
                     *       "states": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "serial": 42,
                     *           "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *           "terraform_version": "1.9.8",
                     *           "status": "pending",
                     *           "repo_id": null
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "source": "registry.terraform.io/hashicorp/aws",
                     *           "version": "5.100.0",
                     *           "protocol": 5,
                     *           "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *           "locked": "5.99.1",
                     *           "verified": true
                     *         }
                     *       ],
                     *       "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *       "summary_source": "rules",
                     *       "error": null,
                     *       "incidents_omitted": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCoverage: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: string;
                verdict?: "in_sync" | "changed" | "deleted" | "suspect" | "unreadable" | "unsupported" | "skipped";
                reason?: string;
                q?: string;
                suppressed?: "rule" | "any";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *         "type": "aws_subnet",
                     *         "state_key": "prod/network.tfstate",
                     *         "provider": "registry.terraform.io/hashicorp/aws",
                     *         "region": "eu-west-1",
                     *         "account_id": "123456789012",
                     *         "verdict": "in_sync",
                     *         "ignored_by": [
                     *           {
                     *             "id": "legacy-queues",
                     *             "source": "organization"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Coverage"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportFindings: {
        parameters: {
            query?: {
                state?: string;
                module?: components["parameters"]["module"];
                severity?: "critical" | "high" | "medium" | "low" | "none";
                severity_at_least?: components["parameters"]["severity_at_least"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                repo_id?: string;
                q?: string;
                seen?: "new" | "before";
                sort?: "severity" | "address" | "newest";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFindings: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: string;
                module?: components["parameters"]["module"];
                severity?: "critical" | "high" | "medium" | "low" | "none";
                severity_at_least?: components["parameters"]["severity_at_least"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                repo_id?: string;
                q?: string;
                seen?: "new" | "before";
                sort?: "severity" | "address" | "newest";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *         "type": "aws_subnet",
                     *         "provider": "registry.terraform.io/hashicorp/aws",
                     *         "provider_alias": "west",
                     *         "kind": "changed",
                     *         "severity": "critical",
                     *         "severity_rule": "open-to-world",
                     *         "severity_reason": "Port 22 (tcp) is now open to 0.0.0.0/0",
                     *         "state_key": "prod/network.tfstate",
                     *         "region": "eu-west-1",
                     *         "account_id": "123456789012",
                     *         "cloud_id": "subnet-0a1b2c3d4e5f60718",
                     *         "message": "SSH (22/tcp) was opened to the internet.",
                     *         "attributes": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "attributes_omitted": 199999,
                     *         "informational": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "caused_by": {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "class": "added",
                     *         "import": {
                     *           "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *         },
                     *         "owner": "CloudFormation stack web",
                     *         "parent": {
                     *           "type": "aws_sqs_queue",
                     *           "id": "sg-0a1b2c3d4e5f60718",
                     *           "resource": "aws_security_group.web",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "object_id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "fingerprint": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Finding"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "finding": {
                     *         "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *         "type": "aws_subnet",
                     *         "provider": "registry.terraform.io/hashicorp/aws",
                     *         "provider_alias": "west",
                     *         "kind": "changed",
                     *         "severity": "critical",
                     *         "severity_rule": "open-to-world",
                     *         "severity_reason": "Port 22 (tcp) is now open to 0.0.0.0/0",
                     *         "state_key": "prod/network.tfstate",
                     *         "region": "eu-west-1",
                     *         "account_id": "123456789012",
                     *         "cloud_id": "subnet-0a1b2c3d4e5f60718",
                     *         "message": "SSH (22/tcp) was opened to the internet.",
                     *         "attributes": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "attributes_omitted": 199999,
                     *         "informational": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "caused_by": {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "class": "added",
                     *         "import": {
                     *           "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *         },
                     *         "owner": "CloudFormation stack web",
                     *         "parent": {
                     *           "type": "aws_sqs_queue",
                     *           "id": "sg-0a1b2c3d4e5f60718",
                     *           "resource": "aws_security_group.web",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "object_id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "fingerprint": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "next_steps": {
                     *         "revert": null,
                     *         "accept": "delay_seconds = 60",
                     *         "console_url": "https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d",
                     *         "code": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FindingDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupFindings: {
        parameters: {
            query?: {
                state?: string;
                module?: components["parameters"]["module"];
                severity?: "critical" | "high" | "medium" | "low" | "none";
                severity_at_least?: components["parameters"]["severity_at_least"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                repo_id?: string;
                q?: string;
                seen?: "new" | "before";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 0,
                     *       "following": 0,
                     *       "severities": {
                     *         "critical": 0,
                     *         "high": 0,
                     *         "medium": 0,
                     *         "low": 0,
                     *         "none": 0
                     *       },
                     *       "kinds": {
                     *         "changed": 0,
                     *         "deleted": 0
                     *       },
                     *       "groups": [
                     *         {
                     *           "state_key": "prod/network.tfstate",
                     *           "module": "module.net[\"a\"]",
                     *           "total": 0,
                     *           "following": 0,
                     *           "severities": {
                     *             "critical": 0,
                     *             "high": 0,
                     *             "medium": 0,
                     *             "low": 0,
                     *             "none": 0
                     *           }
                     *         }
                     *       ],
                     *       "more": 0,
                     *       "types": [
                     *         "aws_subnet"
                     *       ],
                     *       "regions": [
                     *         "eu-west-1"
                     *       ],
                     *       "accounts": [
                     *         "123456789012"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FindingGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysisInBrief: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": null,
                     *       "repo_id": null,
                     *       "repo_full_name": "acme/infrastructure",
                     *       "status": "queued",
                     *       "trigger": {
                     *         "kind": "api",
                     *         "ref": "main",
                     *         "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *         "pull_request": 412,
                     *         "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.000Z",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "severity": "critical",
                     *       "counts": {
                     *         "resources": 0,
                     *         "in_sync": 0,
                     *         "changed": 0,
                     *         "deleted": 0,
                     *         "suspect": 0,
                     *         "unreadable": 0,
                     *         "unsupported": 0,
                     *         "skipped": 0,
                     *         "following": 0
                     *       },
                     *       "states": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "serial": 42,
                     *           "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *           "terraform_version": "1.9.8",
                     *           "status": "pending",
                     *           "repo_id": null
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "source": "registry.terraform.io/hashicorp/aws",
                     *           "version": "5.100.0",
                     *           "protocol": 5,
                     *           "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *           "locked": "5.99.1",
                     *           "verified": true
                     *         }
                     *       ],
                     *       "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *       "summary_source": "rules",
                     *       "error": null,
                     *       "incidents_omitted": 1,
                     *       "ignore_rules": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "source": "organization",
                     *           "reason": "Goes away in spring",
                     *           "use": "used",
                     *           "instances": 0,
                     *           "ignored": 0
                     *         }
                     *       ],
                     *       "suggestions": [
                     *         {
                     *           "kind": "ignore_tag",
                     *           "key": "cost-center",
                     *           "provider": "aws.west",
                     *           "resources": 12,
                     *           "detail": "The tag \"cost-center\" was added to 12 resources of aws.west, and nothing else changed on them."
                     *         }
                     *       ],
                     *       "similar": [
                     *         {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate",
                     *           "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "matches": [
                     *             {
                     *               "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *               "similarity": 0.4405,
                     *               "date": "2026-01-31",
                     *               "resource": "aws_security_group.bastion"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "calls": {
                     *         "calls": 212,
                     *         "saved": 431,
                     *         "throttled": 3,
                     *         "refused": 0,
                     *         "failed": 0
                     *       },
                     *       "state_prefix": null,
                     *       "state_counts": {
                     *         "in_all": 0,
                     *         "pending": 0,
                     *         "read": 0,
                     *         "unreadable": 0
                     *       },
                     *       "not_checked": [
                     *         {
                     *           "verdict": "in_sync",
                     *           "reason": "denied",
                     *           "count": 0,
                     *           "resources": [
                     *             "module.net[\"a\"].aws_subnet.private[0]"
                     *           ],
                     *           "detail": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisInBrief"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnalysisReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyCloud: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "account_id": null,
                     *       "assumed_role_arn": "arn:aws:sts::123456789012:assumed-role/plumbline/plumbline",
                     *       "checks": [
                     *         {
                     *           "name": "assume_role",
                     *           "ok": true
                     *         }
                     *       ],
                     *       "checked_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "standard",
                 *       "success_url": "https://plumbline.example.com/billing",
                 *       "cancel_url": "https://plumbline.example.com/billing",
                 *       "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe"
                 *     }
                 */
                "application/json": components["schemas"]["NewCheckout"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://checkout.stripe.com/c/pay/cs_test_a1b2c3"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PaymentProviderRefused"];
            503: components["responses"]["Unavailable"];
        };
    };
    openPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "return_url": "https://plumbline.example.com/billing",
                 *       "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe"
                 *     }
                 */
                "application/json": components["schemas"]["NewPortalSession"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://checkout.stripe.com/c/pay/cs_test_a1b2c3"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PaymentProviderRefused"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "uptime": 86400.5,
                     *       "version": "1.0.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncident: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "resource": "aws_security_group.bastion",
                     *       "type": "aws_security_group",
                     *       "details": null,
                     *       "date": "2026-01-31",
                     *       "status": "open",
                     *       "source": "manual",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "kind": "changed",
                     *       "severity": "high",
                     *       "state_key": "prod/network.tfstate",
                     *       "region": "eu-west-1",
                     *       "account_id": "123456789012",
                     *       "attributes": [
                     *         "ingress"
                     *       ],
                     *       "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "resolved_at": null,
                     *       "resolution": null,
                     *       "times_seen": 3,
                     *       "analyses": [
                     *         "an_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       ],
                     *       "previous_id": null,
                     *       "next_id": null,
                     *       "similar": [
                     *         {
                     *           "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "similarity": 0.4405,
                     *           "date": "2026-01-31",
                     *           "resource": "aws_security_group.bastion"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentFinding: {
        parameters: {
            query?: {
                org_id?: string;
                analysis_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "finding": {
                     *         "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *         "type": "aws_subnet",
                     *         "provider": "registry.terraform.io/hashicorp/aws",
                     *         "provider_alias": "west",
                     *         "kind": "changed",
                     *         "severity": "critical",
                     *         "severity_rule": "open-to-world",
                     *         "severity_reason": "Port 22 (tcp) is now open to 0.0.0.0/0",
                     *         "state_key": "prod/network.tfstate",
                     *         "region": "eu-west-1",
                     *         "account_id": "123456789012",
                     *         "cloud_id": "subnet-0a1b2c3d4e5f60718",
                     *         "message": "SSH (22/tcp) was opened to the internet.",
                     *         "attributes": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "attributes_omitted": 199999,
                     *         "informational": [
                     *           {
                     *             "path": "tags[\"env\"]",
                     *             "before": "prod",
                     *             "after": "staging",
                     *             "sensitive": false,
                     *             "requires_replace": false,
                     *             "action": "changed",
                     *             "caused_by": {
                     *               "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *               "state_key": "prod/network.tfstate"
                     *             }
                     *           }
                     *         ],
                     *         "caused_by": {
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "class": "added",
                     *         "import": {
                     *           "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *         },
                     *         "owner": "CloudFormation stack web",
                     *         "parent": {
                     *           "type": "aws_sqs_queue",
                     *           "id": "sg-0a1b2c3d4e5f60718",
                     *           "resource": "aws_security_group.web",
                     *           "state_key": "prod/network.tfstate"
                     *         },
                     *         "object_id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "fingerprint": "9f86d081884c7d659a2feaa0c55ad015",
                     *         "incident_id": "inc_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "next_steps": {
                     *         "revert": null,
                     *         "accept": "delay_seconds = 60",
                     *         "console_url": "https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d",
                     *         "code": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["IncidentFinding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentTimeline: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "status": "open",
                     *         "source": "manual",
                     *         "kind": "changed",
                     *         "severity": "high",
                     *         "date": "2026-01-31",
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "resolved_at": null,
                     *         "resolution": null,
                     *         "times_seen": 3,
                     *         "events": [
                     *           {
                     *             "event": "written",
                     *             "at": "2026-01-31T09:30:00.000Z",
                     *             "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "times": 3,
                     *             "until": "2026-01-31T09:30:00.000Z",
                     *             "severity": "high",
                     *             "message": "tags[\"env\"] changed outside Terraform.",
                     *             "attributes": [
                     *               "tags[\"env\"]"
                     *             ],
                     *             "resolution": null
                     *           }
                     *         ],
                     *         "omitted": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TimelineIncident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncident: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "acme/infrastructure",
                 *       "resource": "aws_security_group.bastion",
                 *       "details": "The rule was added by hand during an outage and forgotten.",
                 *       "date": "2026-01-31",
                 *       "id": "post-mortem-17"
                 *     }
                 */
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "resource": "aws_security_group.bastion",
                     *       "type": "aws_security_group",
                     *       "details": null,
                     *       "date": "2026-01-31",
                     *       "status": "open",
                     *       "source": "manual",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "kind": "changed",
                     *       "severity": "high",
                     *       "state_key": "prod/network.tfstate",
                     *       "region": "eu-west-1",
                     *       "account_id": "123456789012",
                     *       "attributes": [
                     *         "ingress"
                     *       ],
                     *       "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "resolved_at": null,
                     *       "resolution": null,
                     *       "times_seen": 3,
                     *       "analyses": [
                     *         "an_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       ],
                     *       "previous_id": null,
                     *       "next_id": null,
                     *       "similar": [
                     *         {
                     *           "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "similarity": 0.4405,
                     *           "date": "2026-01-31",
                     *           "resource": "aws_security_group.bastion"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidents: {
        parameters: {
            query: {
                project: string;
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 84
                     *     }
                     */
                    "application/json": components["schemas"]["Forgotten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recall: {
        parameters: {
            query?: {
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "acme/infrastructure",
                 *       "intent": "open ssh to the world",
                 *       "top_k": 5,
                 *       "min_similarity": 0.25
                 *     }
                 */
                "application/json": components["schemas"]["RecallRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matches": [
                     *         {
                     *           "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "similarity": 0.4405,
                     *           "date": "2026-01-31",
                     *           "resource": "aws_security_group.bastion"
                     *         }
                     *       ],
                     *       "latency_ms": 2.41
                     *     }
                     */
                    "application/json": components["schemas"]["Recollection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uptime": 1,
                     *       "version": "1.0.0",
                     *       "pid": 1,
                     *       "gc": {},
                     *       "heap": {
                     *         "used": 0,
                     *         "total": 0,
                     *         "limit": 0
                     *       },
                     *       "rss": 0,
                     *       "event_loop_delay": {
                     *         "mean": 0,
                     *         "p50": 0,
                     *         "p99": 0,
                     *         "max": 0
                     *       },
                     *       "queue": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Metrics"];
                    "text/plain": string;
                    "application/openmetrics-text": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInstanceAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                action?: components["parameters"]["action"];
                actor?: components["parameters"]["actor"];
                target_id?: components["parameters"]["target_id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": null,
                     *         "at": "2026-01-31T09:30:00.000Z",
                     *         "actor": {
                     *           "kind": "operator",
                     *           "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "name": "ci",
                     *           "hint": null
                     *         },
                     *         "action": "key.create",
                     *         "target": {
                     *           "kind": "key",
                     *           "id": "key_5d2Lw9QpXcV1mT8sB4hJfR"
                     *         },
                     *         "detail": {},
                     *         "request_id": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyInstanceAudit: {
        parameters: {
            query?: {
                expect?: components["parameters"]["expect"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "intact": true,
                     *       "events": 1,
                     *       "head": null,
                     *       "problem": {
                     *         "kind": "changed",
                     *         "seq": 1,
                     *         "detail": "Event 7 is missing."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperatorSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ses_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "expires_at": "2026-01-31T09:30:00.000Z",
                     *         "last_used_at": "2026-01-31T09:30:00.000Z",
                     *         "current": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OperatorSession"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOperatorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: components["parameters"]["session_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstanceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.0.0",
                     *       "uptime": 1,
                     *       "database": {
                     *         "kind": "postgres",
                     *         "ok": true,
                     *         "row_security": true
                     *       },
                     *       "organizations": 0,
                     *       "quotas": [
                     *         {
                     *           "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "login": "acme",
                     *           "resource": "keys",
                     *           "used": 95000,
                     *           "limit": 100000
                     *         }
                     *       ],
                     *       "queues": [
                     *         {
                     *           "name": "analysis",
                     *           "waiting": 0,
                     *           "active": 0,
                     *           "failed": 0,
                     *           "waiting_since": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "dead_deliveries": {
                     *         "count": 0,
                     *         "more": false
                     *       },
                     *       "failed_messages": {
                     *         "count": 0,
                     *         "more": false,
                     *         "latest": [
                     *           {
                     *             "id": "msg_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "login": "acme",
                     *             "hook_id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "url_hint": "https://hooks.example.com/…xyz",
                     *             "event": "drift.detected",
                     *             "error": {
                     *               "code": "timeout",
                     *               "detail": "It did not answer in time."
                     *             },
                     *             "created_at": "2026-01-31T09:30:00.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "sandbox": {
                     *         "level": "full",
                     *         "missing": [
                     *           "Files are not protected: the kernel has no Landlock."
                     *         ]
                     *       },
                     *       "providers": [
                     *         {
                     *           "source": "registry.terraform.io/hashicorp/aws",
                     *           "version": "6.14.1",
                     *           "processes": 0,
                     *           "memory_bytes": 0,
                     *           "launches": 0,
                     *           "lost": 0,
                     *           "last_lost": "memory",
                     *           "last_launched_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "limits": {
                     *         "key": 120,
                     *         "org": 600,
                     *         "recall_key": 60,
                     *         "recall_org": 300,
                     *         "counted_in": "memory",
                     *         "degraded": true
                     *       },
                     *       "settings": [
                     *         {
                     *           "name": "PLUMBLINE_WORKERS",
                     *           "value": "2",
                     *           "is_default": true,
                     *           "help": "How many analyses this process runs at once."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InstanceStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "login": "acme",
                     *         "installation_id": 1,
                     *         "suspended_at": "2026-01-31T09:30:00.000Z",
                     *         "uninstalled_at": null,
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "plan": null,
                     *         "billing_status": "active",
                     *         "current_period_end": "2026-01-31T09:30:00.000Z",
                     *         "cancel_at_period_end": true,
                     *         "incident_retention_days": 730,
                     *         "check_fails_at": "high",
                     *         "drift_issues": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "acme",
                 *       "installation_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "login": "acme",
                     *       "installation_id": 1,
                     *       "suspended_at": "2026-01-31T09:30:00.000Z",
                     *       "uninstalled_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "plan": null,
                     *       "billing_status": "active",
                     *       "current_period_end": "2026-01-31T09:30:00.000Z",
                     *       "cancel_at_period_end": true,
                     *       "incident_retention_days": 730,
                     *       "check_fails_at": "high",
                     *       "drift_issues": true
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "login": "acme",
                     *       "installation_id": 1,
                     *       "suspended_at": "2026-01-31T09:30:00.000Z",
                     *       "uninstalled_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "plan": null,
                     *       "billing_status": "active",
                     *       "current_period_end": "2026-01-31T09:30:00.000Z",
                     *       "cancel_at_period_end": true,
                     *       "incident_retention_days": 730,
                     *       "check_fails_at": "high",
                     *       "drift_issues": true
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOrganization: {
        parameters: {
            query: {
                confirm: string;
                cancel_analyses?: boolean;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "del_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "organization_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "login": "acme",
                     *       "actor": {
                     *         "kind": "operator",
                     *         "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "name": "ci",
                     *         "hint": null
                     *       },
                     *       "request_id": null,
                     *       "requested_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationDeletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "incident_retention_days": 730
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "login": "acme",
                     *       "installation_id": 1,
                     *       "suspended_at": "2026-01-31T09:30:00.000Z",
                     *       "uninstalled_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "plan": null,
                     *       "billing_status": "active",
                     *       "current_period_end": "2026-01-31T09:30:00.000Z",
                     *       "cancel_at_period_end": true,
                     *       "incident_retention_days": 730,
                     *       "check_fails_at": "high",
                     *       "drift_issues": true
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationAnalyses: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                repo_id?: string;
                status?: "queued" | "running" | "completed" | "partial" | "failed" | "canceled";
                trigger?: components["parameters"]["trigger"];
                severity_at_least?: components["parameters"]["severity_at_least"];
                since?: string;
                until?: string;
                without?: components["parameters"]["without"];
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": null,
                     *         "repo_id": null,
                     *         "repo_full_name": "acme/infrastructure",
                     *         "status": "queued",
                     *         "trigger": {
                     *           "kind": "api",
                     *           "ref": "main",
                     *           "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *           "pull_request": 412,
                     *           "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         },
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "finished_at": "2026-01-31T09:30:00.000Z",
                     *         "progress": {
                     *           "done": 0,
                     *           "total": 0
                     *         },
                     *         "severity": "critical",
                     *         "counts": {
                     *           "resources": 0,
                     *           "in_sync": 0,
                     *           "changed": 0,
                     *           "deleted": 0,
                     *           "suspect": 0,
                     *           "unreadable": 0,
                     *           "unsupported": 0,
                     *           "skipped": 0,
                     *           "following": 0
                     *         },
                     *         "states": [
                     *           {
                     *             "key": "prod/network.tfstate",
                     *             "serial": 42,
                     *             "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *             "terraform_version": "1.9.8",
                     *             "status": "pending",
                     *             "repo_id": null
                     *           }
                     *         ],
                     *         "providers": [
                     *           {
                     *             "source": "registry.terraform.io/hashicorp/aws",
                     *             "version": "5.100.0",
                     *             "protocol": 5,
                     *             "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *             "locked": "5.99.1",
                     *             "verified": true
                     *           }
                     *         ],
                     *         "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *         "summary_source": "rules",
                     *         "error": null,
                     *         "incidents_omitted": 1,
                     *         "state_prefix": null,
                     *         "state_counts": {
                     *           "in_all": 0,
                     *           "pending": 0,
                     *           "read": 0,
                     *           "unreadable": 0
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedAnalysis"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestAnalysis: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                 *       "state_prefix": "network/",
                 *       "unmanaged": true
                 *     }
                 */
                "application/json": components["schemas"]["NewAnalysis"];
            };
        };
        responses: {
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": null,
                     *       "repo_id": null,
                     *       "repo_full_name": "acme/infrastructure",
                     *       "status": "queued",
                     *       "trigger": {
                     *         "kind": "api",
                     *         "ref": "main",
                     *         "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *         "pull_request": 412,
                     *         "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "started_at": "2026-01-31T09:30:00.000Z",
                     *       "finished_at": "2026-01-31T09:30:00.000Z",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "severity": "critical",
                     *       "counts": {
                     *         "resources": 0,
                     *         "in_sync": 0,
                     *         "changed": 0,
                     *         "deleted": 0,
                     *         "suspect": 0,
                     *         "unreadable": 0,
                     *         "unsupported": 0,
                     *         "skipped": 0,
                     *         "following": 0
                     *       },
                     *       "states": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "serial": 42,
                     *           "lineage": "3f6c2a54-5d0b-8f3e-0b8e-6a1c2f9e7d10",
                     *           "terraform_version": "1.9.8",
                     *           "status": "pending",
                     *           "repo_id": null
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "source": "registry.terraform.io/hashicorp/aws",
                     *           "version": "5.100.0",
                     *           "protocol": 5,
                     *           "installed_as": "registry.opentofu.org/hashicorp/aws",
                     *           "locked": "5.99.1",
                     *           "verified": true
                     *         }
                     *       ],
                     *       "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *       "summary_source": "rules",
                     *       "error": null,
                     *       "incidents_omitted": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AnalysisOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                action?: components["parameters"]["action"];
                actor?: components["parameters"]["actor"];
                target_id?: components["parameters"]["target_id"];
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": null,
                     *         "at": "2026-01-31T09:30:00.000Z",
                     *         "actor": {
                     *           "kind": "operator",
                     *           "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "name": "ci",
                     *           "hint": null
                     *         },
                     *         "action": "key.create",
                     *         "target": {
                     *           "kind": "key",
                     *           "id": "key_5d2Lw9QpXcV1mT8sB4hJfR"
                     *         },
                     *         "detail": {},
                     *         "request_id": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                expect?: components["parameters"]["expect"];
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "intact": true,
                     *       "events": 1,
                     *       "head": null,
                     *       "problem": {
                     *         "kind": "changed",
                     *         "seq": 1,
                     *         "detail": "Event 7 is missing."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCloudConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role_arn": "arn:aws:iam::123456789012:role/plumbline",
                     *       "state_bucket": "acme-terraform-states",
                     *       "state_prefix": "prod/",
                     *       "region": "eu-west-1",
                     *       "state_key_arn": "arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52-0b1e-4c55-9f0a-3f6f0d1b2c3d",
                     *       "account_role_arn": "arn:aws:iam::{account}:role/plumbline",
                     *       "accounts": [
                     *         "210987654321"
                     *       ],
                     *       "provider_settings": {
                     *         "*": {}
                     *       },
                     *       "secret_values": false,
                     *       "external_id": "plumbline-5s0fGxk2T8qLZ1nYb7",
                     *       "external_id_override": null,
                     *       "schedule": "6h",
                     *       "next_run_at": "2026-01-31T09:30:00.000Z",
                     *       "last_skipped": {
                     *         "at": "2026-01-31T09:30:00.000Z",
                     *         "reason": "state_locked",
                     *         "detail": "prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z."
                     *       },
                     *       "locks_unread": "Locks in the table terraform-locks in eu-west-1 may not be read: take the permission policy over again.",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "trust_policy": {},
                     *       "permission_policy": {},
                     *       "account_trust_policy": {},
                     *       "account_permission_policy": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CloudConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveCloudConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role_arn": "arn:aws:iam::123456789012:role/plumbline",
                 *       "state_bucket": "acme-terraform-states",
                 *       "state_prefix": "prod/",
                 *       "region": "eu-west-1",
                 *       "state_key_arn": "arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52-0b1e-4c55-9f0a-3f6f0d1b2c3d",
                 *       "account_role_arn": "arn:aws:iam::{account}:role/plumbline",
                 *       "accounts": [
                 *         "210987654321"
                 *       ],
                 *       "provider_settings": {
                 *         "*": {
                 *           "ignore_tags": {
                 *             "keys": [
                 *               "cost-center"
                 *             ]
                 *           }
                 *         }
                 *       },
                 *       "secret_values": true,
                 *       "external_id_override": {
                 *         "reason": "The role belongs to a vendor who cannot change its trust policy; only this account is read."
                 *       },
                 *       "schedule": "6h"
                 *     }
                 */
                "application/json": components["schemas"]["CloudPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role_arn": "arn:aws:iam::123456789012:role/plumbline",
                     *       "state_bucket": "acme-terraform-states",
                     *       "state_prefix": "prod/",
                     *       "region": "eu-west-1",
                     *       "state_key_arn": "arn:aws:kms:eu-west-1:123456789012:key/8d3c7a52-0b1e-4c55-9f0a-3f6f0d1b2c3d",
                     *       "account_role_arn": "arn:aws:iam::{account}:role/plumbline",
                     *       "accounts": [
                     *         "210987654321"
                     *       ],
                     *       "provider_settings": {
                     *         "*": {}
                     *       },
                     *       "secret_values": false,
                     *       "external_id": "plumbline-5s0fGxk2T8qLZ1nYb7",
                     *       "external_id_override": null,
                     *       "schedule": "6h",
                     *       "next_run_at": "2026-01-31T09:30:00.000Z",
                     *       "last_skipped": {
                     *         "at": "2026-01-31T09:30:00.000Z",
                     *         "reason": "state_locked",
                     *         "detail": "prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z."
                     *       },
                     *       "locks_unread": "Locks in the table terraform-locks in eu-west-1 may not be read: take the permission policy over again.",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "trust_policy": {},
                     *       "permission_policy": {},
                     *       "account_trust_policy": {},
                     *       "account_permission_policy": {}
                     *     }
                     */
                    "application/json": components["schemas"]["CloudConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLeastPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policy": {},
                     *       "account_policy": {},
                     *       "analyses": [
                     *         {
                     *           "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "state_prefix": "network/",
                     *           "finished_at": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "withheld": [
                     *         "s3:GetObject"
                     *       ],
                     *       "refused": [
                     *         {
                     *           "service": "ec2",
                     *           "action": "GetPasswordData",
                     *           "times": 1
                     *         }
                     *       ],
                     *       "unread": [
                     *         {
                     *           "type": "aws_macie2_account",
                     *           "instances": 1,
                     *           "reason": "denied"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LeastPolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCloudSetup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "external_id": "plumbline-5s0fGxk2T8qLZ1nYb7",
                     *       "principal": "111122223333",
                     *       "role": {
                     *         "name": "plumbline",
                     *         "trust_policy": {},
                     *         "permission_policy": {},
                     *         "cloudformation": "AWSTemplateFormatVersion: \"2010-09-09\"\n",
                     *         "terraform": "resource \"aws_iam_role\" \"plumbline\" {\n  name = \"plumbline\"\n}\n"
                     *       },
                     *       "account_role": {
                     *         "name": "plumbline",
                     *         "trust_policy": {},
                     *         "permission_policy": {},
                     *         "cloudformation": "AWSTemplateFormatVersion: \"2010-09-09\"\n",
                     *         "terraform": "resource \"aws_iam_role\" \"plumbline\" {\n  name = \"plumbline\"\n}\n"
                     *       },
                     *       "missing": []
                     *     }
                     */
                    "application/json": components["schemas"]["CloudSetup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mapDrift: {
        parameters: {
            query?: {
                by?: "repository" | "account" | "region" | "module";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cells": [
                     *         {
                     *           "place": "acme/infrastructure",
                     *           "state_key": "prod/network.tfstate",
                     *           "resources": 0,
                     *           "drifted": 0,
                     *           "not_checked": 0,
                     *           "severity": "critical",
                     *           "open": 0,
                     *           "status": "read",
                     *           "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         }
                     *       ],
                     *       "more": {
                     *         "cells": 0,
                     *         "resources": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DriftMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIgnoreRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 3,
                     *       "rules": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "kind": "unmanaged",
                     *           "name": "sandbox-*",
                     *           "tag": "team=research",
                     *           "address": "module.legacy",
                     *           "type": "aws_autoscaling_*",
                     *           "attribute": "tags[\"team\"]",
                     *           "state": "sandbox/*",
                     *           "region": "eu-*",
                     *           "account": "123456789012",
                     *           "provider": "*\/hashicorp/aws",
                     *           "before": {
                     *             "at_least": 2,
                     *             "at_most": 10
                     *           },
                     *           "after": {
                     *             "at_least": 2,
                     *             "at_most": 10
                     *           },
                     *           "reason": "Scaled by hand until the migration",
                     *           "expires_at": "2026-12-31T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "usage": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "use": "used",
                     *           "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "last_matched_at": "2026-01-31T09:30:00.000Z",
                     *           "unused_since": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IgnoreRules"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceIgnoreRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "type": "aws_autoscaling_group",
                 *           "attribute": "desired_capacity",
                 *           "reason": "The autoscaler decides"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewIgnoreRules"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 3,
                     *       "rules": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "kind": "unmanaged",
                     *           "name": "sandbox-*",
                     *           "tag": "team=research",
                     *           "address": "module.legacy",
                     *           "type": "aws_autoscaling_*",
                     *           "attribute": "tags[\"team\"]",
                     *           "state": "sandbox/*",
                     *           "region": "eu-*",
                     *           "account": "123456789012",
                     *           "provider": "*\/hashicorp/aws",
                     *           "before": {
                     *             "at_least": 2,
                     *             "at_most": 10
                     *           },
                     *           "after": {
                     *             "at_least": 2,
                     *             "at_most": 10
                     *           },
                     *           "reason": "Scaled by hand until the migration",
                     *           "expires_at": "2026-12-31T00:00:00.000Z"
                     *         }
                     *       ],
                     *       "usage": [
                     *         {
                     *           "id": "legacy-queues",
                     *           "use": "used",
                     *           "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "last_matched_at": "2026-01-31T09:30:00.000Z",
                     *           "unused_since": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IgnoreRules"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewIgnoreRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "type": "aws_autoscaling_group",
                 *           "attribute": "desired_capacity",
                 *           "reason": "The autoscaler decides"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewIgnoreRules"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "states": 0,
                     *       "unread_states": 0,
                     *       "oldest_analysis_at": "2026-01-31T09:30:00.000Z",
                     *       "complete": true,
                     *       "instances": 0,
                     *       "findings": 0,
                     *       "hidden": 0,
                     *       "narrowed": 0,
                     *       "unsure": 0,
                     *       "back": 0,
                     *       "unseen": 0,
                     *       "examples": [
                     *         {
                     *           "resource": "aws_autoscaling_group.web",
                     *           "type": "aws_autoscaling_group",
                     *           "state_key": "prod/web.tfstate",
                     *           "kind": "changed",
                     *           "severity": "critical",
                     *           "effect": "hidden",
                     *           "attributes": [
                     *             "desired_capacity"
                     *           ],
                     *           "more_attributes": 0
                     *         }
                     *       ],
                     *       "rules": [
                     *         {
                     *           "id": "new-1",
                     *           "source": "organization",
                     *           "reason": "The autoscaler decides",
                     *           "use": "used",
                     *           "instances": 0,
                     *           "ignored": 0,
                     *           "hidden": 0,
                     *           "narrowed": 0,
                     *           "examples": [
                     *             {
                     *               "resource": "aws_autoscaling_group.web",
                     *               "type": "aws_autoscaling_group",
                     *               "state_key": "prod/web.tfstate",
                     *               "kind": "changed",
                     *               "severity": "critical",
                     *               "effect": "hidden",
                     *               "attributes": [
                     *                 "desired_capacity"
                     *               ],
                     *               "more_attributes": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IgnorePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                sort?: "newest" | "oldest" | "severity";
                repo_id?: string;
                status?: "open" | "resolved";
                source?: "manual" | "drift";
                severity?: "critical" | "high" | "medium" | "low" | "none";
                resolution?: components["parameters"]["resolution"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                resource?: components["parameters"]["resource"];
                state_key?: components["parameters"]["state_key"];
                q?: string;
                since?: string;
                until?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "resource": "aws_security_group.bastion",
                     *         "type": "aws_security_group",
                     *         "details": null,
                     *         "date": "2026-01-31",
                     *         "status": "open",
                     *         "source": "manual",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "kind": "changed",
                     *         "severity": "high",
                     *         "state_key": "prod/network.tfstate",
                     *         "region": "eu-west-1",
                     *         "account_id": "123456789012",
                     *         "attributes": [
                     *           "ingress"
                     *         ],
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "resolved_at": null,
                     *         "resolution": null,
                     *         "times_seen": 3,
                     *         "analyses": [
                     *           "an_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         ],
                     *         "previous_id": null,
                     *         "next_id": null,
                     *         "similar": [
                     *           {
                     *             "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "similarity": 0.4405,
                     *             "date": "2026-01-31",
                     *             "resource": "aws_security_group.bastion"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    countIncidents: {
        parameters: {
            query?: {
                repo_id?: string;
                status?: "open" | "resolved";
                source?: "manual" | "drift";
                severity?: "critical" | "high" | "medium" | "low" | "none";
                resolution?: components["parameters"]["resolution"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                resource?: components["parameters"]["resource"];
                state_key?: components["parameters"]["state_key"];
                q?: string;
                since?: string;
                until?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 3,
                     *       "open": 3,
                     *       "resolved": 3,
                     *       "open_severities": {
                     *         "critical": 3,
                     *         "high": 3,
                     *         "medium": 3,
                     *         "low": 3,
                     *         "none": 3
                     *       },
                     *       "types": [
                     *         "aws_subnet"
                     *       ],
                     *       "regions": [
                     *         "eu-west-1"
                     *       ],
                     *       "accounts": [
                     *         "123456789012"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IncidentCounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportIncidentsCsv: {
        parameters: {
            query?: {
                repo_id?: string;
                status?: "open" | "resolved";
                source?: "manual" | "drift";
                severity?: "critical" | "high" | "medium" | "low" | "none";
                resolution?: components["parameters"]["resolution"];
                kind?: components["parameters"]["kind"];
                type?: string;
                region?: string;
                account?: string;
                resource?: components["parameters"]["resource"];
                state_key?: components["parameters"]["state_key"];
                q?: string;
                since?: string;
                until?: string;
                sort?: "newest" | "oldest" | "severity";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    countExpiringIncidents: {
        parameters: {
            query: {
                days: number;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "before": "2026-01-31",
                     *       "incidents": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ExpiringIncidents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportIncidents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportedIncident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importIncidents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "post-mortem-17",
                 *       "project": "acme/infrastructure",
                 *       "resource": "aws_security_group.bastion",
                 *       "date": "2026-01-31"
                 *     }
                 */
                "application/x-ndjson": components["schemas"]["ImportedIncident"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "written": 83,
                     *       "unchanged": 1,
                     *       "conflicts": 0,
                     *       "refused": 0,
                     *       "masked": 2,
                     *       "problems": [
                     *         {
                     *           "line": 17,
                     *           "id": "post-mortem-17",
                     *           "message": "exists already with other content"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInventory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "latest": null,
                     *       "running": null,
                     *       "baseline_at": "2026-01-31T09:30:00.000Z",
                     *       "open": 83,
                     *       "new": 2,
                     *       "ignored": 4,
                     *       "severities": {
                     *         "critical": 0,
                     *         "high": 0,
                     *         "medium": 0,
                     *         "low": 0,
                     *         "none": 0
                     *       },
                     *       "unread_states": [
                     *         "prod/network.tfstate"
                     *       ],
                     *       "coverage": [
                     *         {
                     *           "service": "sqs",
                     *           "account_id": "123456789012",
                     *           "region": "eu-west-1",
                     *           "types": 4,
                     *           "not_listed": 0,
                     *           "share_managed": 0.82,
                     *           "managed": 0,
                     *           "unproven": 0,
                     *           "added": 0,
                     *           "unmanaged": 0,
                     *           "waiting": 0,
                     *           "owned": 0,
                     *           "follows": 0,
                     *           "provided": 0
                     *         }
                     *       ],
                     *       "not_listed": [
                     *         {
                     *           "type": "aws_sqs_queue",
                     *           "service": "sqs",
                     *           "account_id": "123456789012",
                     *           "region": "eu-west-1",
                     *           "state": "listed",
                     *           "reason": "denied",
                     *           "detail": "The role may not call sqs:ListQueues.",
                     *           "calls": 1,
                     *           "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "baseline_at": "2026-01-31T09:30:00.000Z",
                     *           "managed": 0,
                     *           "unproven": 0,
                     *           "added": 0,
                     *           "unmanaged": 0,
                     *           "waiting": 0,
                     *           "owned": 0,
                     *           "follows": 0,
                     *           "provided": 0
                     *         }
                     *       ],
                     *       "history": [
                     *         {
                     *           "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "status": "queued",
                     *           "started_at": "2026-01-31T09:30:00.000Z",
                     *           "finished_at": "2026-01-31T09:30:00.000Z",
                     *           "baseline": false,
                     *           "objects": 97,
                     *           "counts": {
                     *             "managed": 0,
                     *             "unproven": 0,
                     *             "added": 0,
                     *             "unmanaged": 0,
                     *             "waiting": 0,
                     *             "owned": 0,
                     *             "follows": 0,
                     *             "provided": 0
                     *           },
                     *           "share_managed": 0.82,
                     *           "at_least": false,
                     *           "at_most": false,
                     *           "not_listed": 0,
                     *           "calls": 412,
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Inventory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportUnmanagedObjects: {
        parameters: {
            query?: {
                class?: components["parameters"]["class"];
                type?: string;
                service?: components["parameters"]["service"];
                account?: string;
                region?: string;
                severity?: "critical" | "high" | "medium" | "low" | "none";
                severity_at_least?: components["parameters"]["severity_at_least"];
                owner?: components["parameters"]["owner"];
                seen?: "new" | "before";
                q?: string;
                ignored?: components["parameters"]["ignored"];
                status?: "present" | "gone";
                sort?: "severity" | "newest" | "type";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importUnmanagedObjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objects": [
                 *         "obj_0V3mKq8ZxYbD2nR5tW7uAe"
                 *       ],
                 *       "filters": {
                 *         "type": "aws_sqs_queue"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "name": "imports.tf",
                     *           "text": "import {\n  to = aws_sqs_queue.jobs\n  id = \"…\"\n}\n"
                     *         }
                     *       ],
                     *       "variables": [
                     *         "jobs_value"
                     *       ],
                     *       "written": 2,
                     *       "left_out": [
                     *         {
                     *           "id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "type": "aws_sqs_queue",
                     *           "cloud_id": "arn:aws:sqs:eu-west-1:123456789012:jobs",
                     *           "reason": "an apply would change max_message_size"
                     *         }
                     *       ],
                     *       "more": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ImportFiles"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInventoryListings: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "listed" | "not_listed";
                service?: components["parameters"]["service"];
                type?: string;
                account?: string;
                region?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "type": "aws_sqs_queue",
                     *         "service": "sqs",
                     *         "account_id": "123456789012",
                     *         "region": "eu-west-1",
                     *         "state": "listed",
                     *         "reason": "denied",
                     *         "detail": "The role may not call sqs:ListQueues.",
                     *         "calls": 1,
                     *         "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "baseline_at": "2026-01-31T09:30:00.000Z",
                     *         "managed": 0,
                     *         "unproven": 0,
                     *         "added": 0,
                     *         "unmanaged": 0,
                     *         "waiting": 0,
                     *         "owned": 0,
                     *         "follows": 0,
                     *         "provided": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["InventoryListing"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnmanagedObjects: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                class?: components["parameters"]["class"];
                type?: string;
                service?: components["parameters"]["service"];
                account?: string;
                region?: string;
                severity?: "critical" | "high" | "medium" | "low" | "none";
                severity_at_least?: components["parameters"]["severity_at_least"];
                owner?: components["parameters"]["owner"];
                seen?: "new" | "before";
                q?: string;
                ignored?: components["parameters"]["ignored"];
                status?: "present" | "gone";
                sort?: "severity" | "newest" | "type";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "provider": "registry.terraform.io/hashicorp/aws",
                     *         "type": "aws_sqs_queue",
                     *         "service": "sqs",
                     *         "class": "added",
                     *         "account_id": "123456789012",
                     *         "region": "eu-west-1",
                     *         "cloud_id": "arn:aws:sqs:eu-west-1:123456789012:jobs",
                     *         "name": "jobs",
                     *         "tags": {
                     *           "team": "web"
                     *         },
                     *         "parent": null,
                     *         "owner": null,
                     *         "severity": "critical",
                     *         "severity_rule": "open-to-world",
                     *         "severity_reason": "port 22 (tcp) is open to 0.0.0.0/0 now",
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *         "new": true,
                     *         "gone_at": null,
                     *         "gone_as": null,
                     *         "ignored_by": null,
                     *         "incident_id": null,
                     *         "import": {
                     *           "by": {
                     *             "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *           },
                     *           "status": "proven",
                     *           "detail": null
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UnmanagedObject"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUnmanagedObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                object_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "obj_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "provider": "registry.terraform.io/hashicorp/aws",
                     *       "type": "aws_sqs_queue",
                     *       "service": "sqs",
                     *       "class": "added",
                     *       "account_id": "123456789012",
                     *       "region": "eu-west-1",
                     *       "cloud_id": "arn:aws:sqs:eu-west-1:123456789012:jobs",
                     *       "name": "jobs",
                     *       "tags": {
                     *         "team": "web"
                     *       },
                     *       "parent": null,
                     *       "owner": null,
                     *       "severity": "critical",
                     *       "severity_rule": "open-to-world",
                     *       "severity_reason": "port 22 (tcp) is open to 0.0.0.0/0 now",
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "first_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "last_seen_at": "2026-01-31T09:30:00.000Z",
                     *       "new": true,
                     *       "gone_at": null,
                     *       "gone_as": null,
                     *       "ignored_by": null,
                     *       "incident_id": null,
                     *       "import": {
                     *         "by": {
                     *           "id": "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
                     *         },
                     *         "status": "proven",
                     *         "detail": null
                     *       },
                     *       "import_block": "import {\n  to = aws_sqs_queue.jobs\n  id = \"…\"\n}\n",
                     *       "configuration": "resource \"aws_sqs_queue\" \"jobs\" {\n  name = \"jobs\"\n}\n",
                     *       "variables": [
                     *         "jobs_value"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UnmanagedObjectDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInventorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedule": "24h",
                     *       "expensive": false,
                     *       "on": true,
                     *       "next_run_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InventorySettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveInventorySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": "24h",
                 *       "expensive": false
                 *     }
                 */
                "application/json": components["schemas"]["InventorySettingsPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedule": "24h",
                     *       "expensive": false,
                     *       "on": true,
                     *       "next_run_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InventorySettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "name": "ci",
                     *         "hint": "8Xk2",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "expires_at": "2030-01-01T00:00:00.000Z",
                     *         "revoked_at": null,
                     *         "last_used_at": "2026-01-31T09:30:00.000Z",
                     *         "replaces": null,
                     *         "rotated_to": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "read"
                 *       ],
                 *       "expires_at": "2030-01-01T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "name": "ci",
                     *       "hint": "8Xk2",
                     *       "scopes": [
                     *         "read"
                     *       ],
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "expires_at": "2030-01-01T00:00:00.000Z",
                     *       "revoked_at": null,
                     *       "last_used_at": "2026-01-31T09:30:00.000Z",
                     *       "replaces": null,
                     *       "rotated_to": null,
                     *       "key": "plk_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                key_id: components["parameters"]["key_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                key_id: components["parameters"]["key_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "name": "ci",
                     *       "hint": "8Xk2",
                     *       "scopes": [
                     *         "read"
                     *       ],
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "expires_at": "2030-01-01T00:00:00.000Z",
                     *       "revoked_at": null,
                     *       "last_used_at": "2026-01-31T09:30:00.000Z",
                     *       "replaces": null,
                     *       "rotated_to": null,
                     *       "key": "plk_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationOverview: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "open": {
                     *         "total": 0,
                     *         "severities": {
                     *           "critical": 0,
                     *           "high": 0,
                     *           "medium": 0,
                     *           "low": 0,
                     *           "none": 0
                     *         }
                     *       },
                     *       "history": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "severities": {
                     *             "critical": 0,
                     *             "high": 0,
                     *             "medium": 0,
                     *             "low": 0,
                     *             "none": 0
                     *           }
                     *         }
                     *       ],
                     *       "states": {
                     *         "in_all": 0,
                     *         "unreadable": 0,
                     *         "proposed": 1,
                     *         "contested": 1,
                     *         "counts": {
                     *           "resources": 0,
                     *           "in_sync": 0,
                     *           "changed": 0,
                     *           "deleted": 0,
                     *           "suspect": 0,
                     *           "unreadable": 0,
                     *           "unsupported": 0,
                     *           "skipped": 0,
                     *           "following": 0
                     *         }
                     *       },
                     *       "worst": [
                     *         {
                     *           "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *           "state_key": "prod/network.tfstate",
                     *           "severity": "critical",
                     *           "status": "open",
                     *           "opened_at": "2026-01-31T09:30:00.000Z",
                     *           "resolved_at": "2026-01-31T09:30:00.000Z",
                     *           "resolution": null
                     *         }
                     *       ],
                     *       "changed": {
                     *         "since": "2026-01-31T09:30:00.000Z",
                     *         "opened": 0,
                     *         "resolved": 0
                     *       },
                     *       "oldest": {
                     *         "id": "inc_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "resource": "module.net[\"a\"].aws_subnet.private[0]",
                     *         "state_key": "prod/network.tfstate",
                     *         "severity": "critical",
                     *         "status": "open",
                     *         "opened_at": "2026-01-31T09:30:00.000Z",
                     *         "resolved_at": "2026-01-31T09:30:00.000Z",
                     *         "resolution": null
                     *       },
                     *       "schedule": "6h",
                     *       "next_run_at": "2026-01-31T09:30:00.000Z",
                     *       "last_skipped": {
                     *         "at": "2026-01-31T09:30:00.000Z",
                     *         "reason": "state_locked",
                     *         "detail": "prod/network.tfstate is locked since 2026-01-31T09:24:11.000Z."
                     *       },
                     *       "last_analysis": {
                     *         "id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": null,
                     *         "repo_id": null,
                     *         "repo_full_name": "acme/infrastructure",
                     *         "status": "queued",
                     *         "trigger": {
                     *           "kind": "api",
                     *           "ref": "main",
                     *           "sha": "9b1f0c4e7a2d5f8b3c6e9a0d1f4b7c2e5a8d0f3b",
                     *           "pull_request": 412,
                     *           "actor": "key_0V3mKq8ZxYbD2nR5tW7uAe"
                     *         },
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "started_at": "2026-01-31T09:30:00.000Z",
                     *         "finished_at": "2026-01-31T09:30:00.000Z",
                     *         "progress": {
                     *           "done": 0,
                     *           "total": 0
                     *         },
                     *         "severity": "critical",
                     *         "counts": {
                     *           "resources": 0,
                     *           "in_sync": 0,
                     *           "changed": 0,
                     *           "deleted": 0,
                     *           "suspect": 0,
                     *           "unreadable": 0,
                     *           "unsupported": 0,
                     *           "skipped": 0,
                     *           "following": 0
                     *         },
                     *         "ai_summary": "One subnet differs from its state: a tag was changed by hand.",
                     *         "summary_source": "rules",
                     *         "error": null,
                     *         "incidents_omitted": 1,
                     *         "state_counts": {
                     *           "in_all": 0,
                     *           "pending": 0,
                     *           "read": 0,
                     *           "unreadable": 0
                     *         }
                     *       },
                     *       "setup": {
                     *         "cloud_connected": true,
                     *         "verified_at": "2026-01-31T09:30:00.000Z",
                     *         "states": 0,
                     *         "analysed": true,
                     *         "code_host": "installed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "google-prod",
                     *         "provider": "hashicorp/google",
                     *         "alias": "",
                     *         "states": [
                     *           "gcp-prod://*"
                     *         ],
                     *         "reach": [
                     *           "db.example.com:5432"
                     *         ],
                     *         "config": [
                     *           "project"
                     *         ],
                     *         "env": [
                     *           "GOOGLE_CREDENTIALS"
                     *         ],
                     *         "updated_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnProviderSettings"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                settings: components["parameters"]["settings"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hashicorp/google",
                 *       "alias": "",
                 *       "states": [
                 *         "gcp-prod://*"
                 *       ],
                 *       "reach": [
                 *         "db.example.com:5432"
                 *       ],
                 *       "config": {
                 *         "project": "acme-prod"
                 *       },
                 *       "env": {
                 *         "GOOGLE_CREDENTIALS": "{ … }"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewProviderSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "google-prod",
                     *       "provider": "hashicorp/google",
                     *       "alias": "",
                     *       "states": [
                     *         "gcp-prod://*"
                     *       ],
                     *       "reach": [
                     *         "db.example.com:5432"
                     *       ],
                     *       "config": [
                     *         "project"
                     *       ],
                     *       "env": [
                     *         "GOOGLE_CREDENTIALS"
                     *       ],
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnProviderSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                settings: components["parameters"]["settings"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyProviderSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                settings: components["parameters"]["settings"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "checks": [
                     *         {
                     *           "name": "start",
                     *           "ok": true,
                     *           "code": "credentials_rejected",
                     *           "detail": "It takes the configuration."
                     *         }
                     *       ],
                     *       "checked_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderVerification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "resource": "keys",
                     *         "used": 83,
                     *         "limit": 100000,
                     *         "is_default": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["QuotaStanding"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": 1000,
                 *       "incidents": 250000,
                 *       "states": 10000,
                 *       "bytes": 2147483648
                 *     }
                 */
                "application/json": components["schemas"]["QuotaPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "resource": "keys",
                     *         "used": 83,
                     *         "limit": 100000,
                     *         "is_default": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["QuotaStanding"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationRepositories: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                q?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "codehost": "github",
                     *         "external_id": 1,
                     *         "full_name": "acme/infrastructure",
                     *         "web_url": "https://github.com/acme/infrastructure",
                     *         "private": true,
                     *         "public_details": true,
                     *         "archived": true,
                     *         "default_branch": null,
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "status": "ok",
                     *         "status_detail": null,
                     *         "states": [
                     *           {
                     *             "key": "prod/network.tfstate",
                     *             "path": "infra/network"
                     *           }
                     *         ],
                     *         "state_count": 1,
                     *         "proposed_count": 2,
                     *         "mapping": null,
                     *         "open_incidents": 1,
                     *         "last_analysis": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Repository"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                repo_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "public_details": false
                 *     }
                 */
                "application/json": components["schemas"]["RepositoryPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "codehost": "github",
                     *       "external_id": 1,
                     *       "full_name": "acme/infrastructure",
                     *       "web_url": "https://github.com/acme/infrastructure",
                     *       "private": true,
                     *       "public_details": true,
                     *       "archived": true,
                     *       "default_branch": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "status": "ok",
                     *       "status_detail": null,
                     *       "states": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "path": "infra/network"
                     *         }
                     *       ],
                     *       "state_count": 1,
                     *       "proposed_count": 2,
                     *       "mapping": null,
                     *       "open_incidents": 1,
                     *       "last_analysis": null
                     *     }
                     */
                    "application/json": components["schemas"]["Repository"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ses_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "kind": "key",
                     *         "key_id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "name": "ci",
                     *         "hint": "8Xk2",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "expires_at": "2026-01-31T09:30:00.000Z",
                     *         "last_used_at": "2026-01-31T09:30:00.000Z",
                     *         "current": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrganizationSession"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                session_id: components["parameters"]["session_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStateClaims: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                repo_id?: string;
                status?: "accepted" | "proposed" | "contested";
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc",
                     *         "status": "accepted",
                     *         "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "repo_full_name": "acme/infrastructure",
                     *         "key": "prod/network.tfstate",
                     *         "pattern": false,
                     *         "workspaces": "env:",
                     *         "path": "infra/network",
                     *         "source": "config",
                     *         "why": "backend \"s3\" in infra/network/main.tf",
                     *         "states": [
                     *           "prod/network.tfstate"
                     *         ],
                     *         "state_count": 1,
                     *         "also_claimed_by": [],
                     *         "disputed": false,
                     *         "contested_states": [
                     *           {
                     *             "key": "prod/network.tfstate",
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/infrastructure",
                     *             "by_hand": false
                     *           }
                     *         ],
                     *         "contested_count": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StateClaim"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptStateClaims: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "claims": [
                 *         "clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc"
                 *       ],
                 *       "take_over": false
                 *     }
                 */
                "application/json": components["schemas"]["StateClaimsToAccept"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "changed": 1,
                     *       "changes": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "before": {
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/infrastructure"
                     *           },
                     *           "after": {
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/infrastructure"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedStateClaims"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStateMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 3,
                     *       "mappings": [
                     *         {
                     *           "state": "prod/network*",
                     *           "repo_id": null,
                     *           "path": "infra/network",
                     *           "reason": "The code moves in spring"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StateMappings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceStateMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mappings": [
                 *         {
                 *           "state": "shared/*",
                 *           "repo_id": null,
                 *           "reason": "Everybody uses it"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewStateMappings"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 3,
                     *       "mappings": [
                     *         {
                     *           "state": "prod/network*",
                     *           "repo_id": null,
                     *           "path": "infra/network",
                     *           "reason": "The code moves in spring"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StateMappings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewStateMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mappings": [
                 *         {
                 *           "state": "prod/network*",
                 *           "repo_id": null,
                 *           "path": "infra/network",
                 *           "reason": "The code moves in spring"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewedMappings"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "changes": [
                     *         {
                     *           "key": "prod/network.tfstate",
                     *           "before": {
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/infrastructure",
                     *             "path": "infra/network",
                     *             "why": "backend \"s3\" in infra/network/main.tf"
                     *           },
                     *           "after": {
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/infrastructure",
                     *             "path": "infra/network",
                     *             "why": "backend \"s3\" in infra/network/main.tf"
                     *           }
                     *         }
                     *       ],
                     *       "decides": [
                     *         1
                     *       ],
                     *       "complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["MappingPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStateSources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "gcp-prod",
                     *         "kind": "gcs",
                     *         "settings": {
                     *           "bucket": "acme-terraform-states"
                     *         },
                     *         "credentials": [
                     *           "credentials"
                     *         ],
                     *         "verified_at": "2026-01-31T09:30:00.000Z",
                     *         "updated_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StateSource"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "gcp-prod",
                     *       "kind": "gcs",
                     *       "settings": {
                     *         "bucket": "acme-terraform-states"
                     *       },
                     *       "credentials": [
                     *         "credentials"
                     *       ],
                     *       "verified_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StateSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveStateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "gcs",
                 *       "settings": {
                 *         "bucket": "acme-terraform-states"
                 *       },
                 *       "credentials": {
                 *         "access_token": "ya29.…"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewStateSource"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "gcp-prod",
                     *       "kind": "gcs",
                     *       "settings": {
                     *         "bucket": "acme-terraform-states"
                     *       },
                     *       "credentials": [
                     *         "credentials"
                     *       ],
                     *       "verified_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StateSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeStateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "prefix": "platform/"
                 *       },
                 *       "credentials": {
                 *         "access_token": "ya29.…"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StateSourcePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "gcp-prod",
                     *       "kind": "gcs",
                     *       "settings": {
                     *         "bucket": "acme-terraform-states"
                     *       },
                     *       "credentials": [
                     *         "credentials"
                     *       ],
                     *       "verified_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StateSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyStateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "checks": [
                     *         {
                     *           "name": "list",
                     *           "ok": true,
                     *           "code": "access_denied",
                     *           "detail": "States can be listed."
                     *         }
                     *       ],
                     *       "checked_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StateSourceVerification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                repo_id?: string;
                source?: "api" | "config" | "backend" | "none";
                claimed?: "proposed" | "contested";
                status?: "read" | "unreadable";
                severity?: "critical" | "high" | "medium" | "low" | "none";
                q?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "prod/network.tfstate",
                     *         "serial": 1,
                     *         "lineage": null,
                     *         "terraform_version": null,
                     *         "status": "read",
                     *         "code": null,
                     *         "detail": null,
                     *         "counts": {
                     *           "resources": 0,
                     *           "in_sync": 0,
                     *           "changed": 0,
                     *           "deleted": 0,
                     *           "suspect": 0,
                     *           "unreadable": 0,
                     *           "unsupported": 0,
                     *           "skipped": 0,
                     *           "following": 0
                     *         },
                     *         "severity": "high",
                     *         "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "repo_full_name": "acme/infrastructure",
                     *         "path": "infra/network",
                     *         "source": "backend",
                     *         "why": "backend \"s3\" in infra/network/main.tf",
                     *         "also_claimed_by": [
                     *           {
                     *             "claim_id": "clm_yM4tGKTOZ3Xg0yY2v1fJXb0k2R0vJ2v7yKQ5bq3ZrXc",
                     *             "status": "proposed",
                     *             "repo_id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *             "repo_full_name": "acme/other",
                     *             "path": "infra/network",
                     *             "why": "backend \"s3\" in main.tf"
                     *           }
                     *         ],
                     *         "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "analysed_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["State"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    countStates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "states": 3,
                     *       "unmapped": 3,
                     *       "proposed": 3,
                     *       "contested": 3,
                     *       "unreadable": 3,
                     *       "severities": {
                     *         "critical": 3,
                     *         "high": 3,
                     *         "medium": 3,
                     *         "low": 3,
                     *         "none": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StateCounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "url_hint": "https://hooks.example.com/…167a",
                     *         "format": "standard",
                     *         "events": [
                     *           "drift.detected"
                     *         ],
                     *         "enabled": true,
                     *         "disabled_reason": null,
                     *         "failing_since": null,
                     *         "previous_secret_until": null,
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "updated_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/plumbline/8f14e45fceea167a",
                 *       "events": [
                 *         "analysis.completed"
                 *       ],
                 *       "format": "standard",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "url_hint": "https://hooks.example.com/…167a",
                     *       "format": "standard",
                     *       "events": [
                     *         "drift.detected"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "previous_secret_until": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "url_hint": "https://hooks.example.com/…167a",
                     *       "format": "standard",
                     *       "events": [
                     *         "drift.detected"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "previous_secret_until": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "url_hint": "https://hooks.example.com/…167a",
                     *       "format": "standard",
                     *       "events": [
                     *         "drift.detected"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "previous_secret_until": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "msg_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "event": "drift.detected",
                     *         "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "status": "waiting",
                     *         "attempts": 1,
                     *         "replays": 1,
                     *         "response_status": 1,
                     *         "duration_ms": 1,
                     *         "response_excerpt": "upstream is away",
                     *         "error": {
                     *           "code": "timeout",
                     *           "detail": "It did not answer within 10 seconds."
                     *         },
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "last_attempt_at": "2026-01-31T09:30:00.000Z",
                     *         "next_attempt_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SentDelivery"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "event": "drift.detected",
                     *       "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "status": "waiting",
                     *       "attempts": 1,
                     *       "replays": 1,
                     *       "response_status": 1,
                     *       "duration_ms": 1,
                     *       "response_excerpt": "upstream is away",
                     *       "error": {
                     *         "code": "timeout",
                     *         "detail": "It did not answer within 10 seconds."
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "last_attempt_at": "2026-01-31T09:30:00.000Z",
                     *       "next_attempt_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SentDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grace_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "hook_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "url_hint": "https://hooks.example.com/…167a",
                     *       "format": "standard",
                     *       "events": [
                     *         "drift.detected"
                     *       ],
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "previous_secret_until": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "updated_at": "2026-01-31T09:30:00.000Z",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                hook_id: components["parameters"]["hook_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "event": "drift.detected",
                     *       "analysis_id": "an_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "status": "waiting",
                     *       "attempts": 1,
                     *       "replays": 1,
                     *       "response_status": 1,
                     *       "duration_ms": 1,
                     *       "response_excerpt": "upstream is away",
                     *       "error": {
                     *         "code": "timeout",
                     *         "detail": "It did not answer within 10 seconds."
                     *       },
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "last_attempt_at": "2026-01-31T09:30:00.000Z",
                     *       "next_attempt_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SentDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationByInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "login": "acme",
                     *       "installation_id": 1,
                     *       "suspended_at": "2026-01-31T09:30:00.000Z",
                     *       "uninstalled_at": null,
                     *       "created_at": "2026-01-31T09:30:00.000Z",
                     *       "plan": null,
                     *       "billing_status": "active",
                     *       "current_period_end": "2026-01-31T09:30:00.000Z",
                     *       "cancel_at_period_end": true,
                     *       "incident_retention_days": 730,
                     *       "check_fails_at": "high",
                     *       "drift_issues": true
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrganizationDeletions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "del_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "organization_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "login": "acme",
                     *         "actor": {
                     *           "kind": "operator",
                     *           "id": "key_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "name": "ci",
                     *           "hint": null
                     *         },
                     *         "request_id": null,
                     *         "requested_at": "2026-01-31T09:30:00.000Z",
                     *         "finished_at": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrganizationDeletion"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "checks": {
                     *         "database": {
                     *           "status": "ok",
                     *           "kind": "postgres",
                     *           "latency_ms": 0.42
                     *         },
                     *         "cache": {
                     *           "status": "ok",
                     *           "kind": "redis"
                     *         },
                     *         "sandbox": {
                     *           "level": "full"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The database does not answer.",
                     *       "status": 503,
                     *       "code": "unavailable",
                     *       "request_id": "req_0V3mKq8ZxYbD2nR5t",
                     *       "checks": {
                     *         "database": {
                     *           "status": "ok",
                     *           "kind": "postgres",
                     *           "latency_ms": 0.42
                     *         },
                     *         "cache": {
                     *           "status": "ok",
                     *           "kind": "redis"
                     *         },
                     *         "sandbox": {
                     *           "level": "full"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Degraded"];
                };
            };
        };
    };
    listRepositories: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "repo_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "org_id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "codehost": "github",
                     *         "external_id": 1,
                     *         "full_name": "acme/infrastructure",
                     *         "web_url": "https://github.com/acme/infrastructure",
                     *         "private": true,
                     *         "public_details": true,
                     *         "archived": true,
                     *         "default_branch": null,
                     *         "created_at": "2026-01-31T09:30:00.000Z",
                     *         "status": "ok",
                     *         "status_detail": null,
                     *         "states": [
                     *           {
                     *             "key": "prod/network.tfstate",
                     *             "path": "infra/network"
                     *           }
                     *         ],
                     *         "state_count": 1,
                     *         "proposed_count": 2,
                     *         "mapping": null,
                     *         "open_incidents": 1,
                     *         "last_analysis": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Repository"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signed_in": true,
                     *       "ways": {
                     *         "github": false
                     *       },
                     *       "session": {
                     *         "id": "ses_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "kind": "operator",
                     *         "name": "ci",
                     *         "login": "acme",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "expires_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "organizations": [
                     *         {
                     *           "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "name": "acme",
                     *           "scopes": [
                     *             "read"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "plk_example"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signed_in": true,
                     *       "ways": {
                     *         "github": false
                     *       },
                     *       "session": {
                     *         "id": "ses_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "kind": "operator",
                     *         "name": "ci",
                     *         "login": "acme",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "expires_at": "2026-01-31T09:30:00.000Z"
                     *       },
                     *       "organizations": [
                     *         {
                     *           "id": "org_0V3mKq8ZxYbD2nR5tW7uAe",
                     *           "name": "acme",
                     *           "scopes": [
                     *             "read"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInWithGitHub: {
        parameters: {
            query?: {
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishSignInWithGitHub: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSessionLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "http://127.0.0.1:8080/sign-in#link=…",
                     *       "expires_at": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStateSourceKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "s3",
                     *         "title": "Google Cloud Storage",
                     *         "operator_only": true,
                     *         "settings": [
                     *           {
                     *             "name": "bucket",
                     *             "required": true,
                     *             "multiline": true,
                     *             "operator_only": true
                     *           }
                     *         ],
                     *         "credentials": [
                     *           {
                     *             "name": "bucket",
                     *             "required": true,
                     *             "multiline": true,
                     *             "operator_only": true
                     *           }
                     *         ],
                     *         "grants": "create role plumbline …"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StateSourceKind"][];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "received" | "processed" | "ignored" | "dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dlv_0V3mKq8ZxYbD2nR5tW7uAe",
                     *         "codehost": "github",
                     *         "delivery_id": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
                     *         "event": "repository",
                     *         "action": "renamed",
                     *         "installation_id": 1,
                     *         "status": "received",
                     *         "attempts": 1,
                     *         "replays": 1,
                     *         "last_error": null,
                     *         "received_at": "2026-01-31T09:30:00.000Z",
                     *         "processed_at": "2026-01-31T09:30:00.000Z",
                     *         "replayable": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_0V3mKq8ZxYbD2nR5tW7uAe",
                     *       "codehost": "github",
                     *       "delivery_id": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
                     *       "event": "repository",
                     *       "action": "renamed",
                     *       "installation_id": 1,
                     *       "status": "received",
                     *       "attempts": 1,
                     *       "replays": 1,
                     *       "last_error": null,
                     *       "received_at": "2026-01-31T09:30:00.000Z",
                     *       "processed_at": "2026-01-31T09:30:00.000Z",
                     *       "replayable": true
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveDelivery: {
        parameters: {
            query?: never;
            header: {
                "x-github-event": string;
                "x-github-delivery": string;
                "x-hub-signature-256": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
                     *       "status": "accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header: {
                "stripe-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PaymentProviderRefused"];
            503: components["responses"]["Unavailable"];
        };
    };
}
