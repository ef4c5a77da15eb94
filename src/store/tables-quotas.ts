/** How much of something an organization may have, where that is not the instance's default. Keyed (org_id, resource). */
export type OrganizationQuotaTable = { org_id: string; resource: string; quota: number };
