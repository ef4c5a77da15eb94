import type { Analysis } from '../src/engine/model/analysis.ts';
import type { Instruction } from './instructions.ts';

/**
 * An analysis that contains a text in every field with content from outside: names, values, state keys, messages of
 * providers and the cloud, reasons of rules, summaries of incidents. Two of them differ only in this text.
 */
export function instructed({ text }: Pick<Instruction, 'text'>): Analysis {
  const address = `aws_sns_topic.topic[${JSON.stringify(text)}]`;
  const finding = {
    type: 'aws_sns_topic',
    provider: 'registry.terraform.io/hashicorp/aws',
    severity: 'high' as const,
    severity_rule: 'a-rule',
    severity_reason: 'what reaches customers',
    state_key: `${text}/terraform.tfstate`,
    region: text,
    account_id: text,
    cloud_id: text,
    first_seen_at: '2026-03-01T10:00:00.000Z',
    fingerprint: 'f1',
    incident_id: 'inc_1',
  };
  const attribute = { path: `tags[${JSON.stringify(text)}]`, sensitive: false, requires_replace: false };
  const changes = [
    { ...attribute, before: 'platform', after: text, action: 'changed' as const },
    { ...attribute, before: text, after: { [text]: [text] }, action: 'changed' as const },
  ];
  const match = { id: 'inc_2', similarity: 0.9, date: '2026-02-01', summary: text, resource: address };
  return {
    id: 'an_1',
    org_id: 'org_1',
    repo_id: 'repo_1',
    repo_full_name: 'acme/infra',
    status: 'partial',
    trigger: { kind: 'pull_request', ref: text, sha: 'a'.repeat(40), pull_request: 7, actor: text },
    created_at: '2026-03-01T10:00:00.000Z',
    started_at: '2026-03-01T10:00:00.000Z',
    finished_at: '2026-03-01T10:00:05.000Z',
    progress: { done: 4, total: 4 },
    severity: 'high',
    counts: { resources: 4, in_sync: 1, changed: 1, deleted: 1, suspect: 0, unreadable: 1, unsupported: 0, skipped: 0 },
    states: [
      {
        key: `${text}/terraform.tfstate`,
        serial: 1,
        lineage: text,
        terraform_version: text,
        status: 'read',
        repo_id: 'repo_1',
      },
      {
        key: text,
        serial: null,
        lineage: null,
        terraform_version: null,
        status: 'unreadable',
        code: 'not_a_state',
        detail: text,
        repo_id: null,
      },
    ],
    providers: [{ source: `registry.terraform.io/${text}`, version: text, protocol: 5, locked: text }],
    findings: [
      {
        ...finding,
        resource: address,
        kind: 'changed',
        message: `${JSON.stringify(text)} was changed.`,
        attributes: changes,
        informational: changes,
      },
      {
        ...finding,
        resource: `module.m[${JSON.stringify(text)}].${address}`,
        kind: 'deleted',
        message: `${JSON.stringify(text)} was changed.`,
        attributes: [],
      },
      {
        ...finding,
        resource: `aws_sns_topic_policy.p[${JSON.stringify(text)}]`,
        kind: 'changed',
        message: `${JSON.stringify(text)} was changed.`,
        attributes: changes,
        caused_by: { resource: address, state_key: finding.state_key },
      },
    ],
    coverage: [
      { resource: address, type: 'aws_sns_topic', state_key: finding.state_key, verdict: 'changed' },
      {
        resource: `aws_s3_bucket.b[${JSON.stringify(text)}]`,
        type: text,
        state_key: text,
        verdict: 'unreadable',
        reason: 'provider_error',
        detail: text,
      },
    ],
    ignore_rules: [{ id: text, source: 'file', reason: text, use: 'expired', instances: 1, ignored: 0, warning: text }],
    suggestions: [
      {
        kind: 'ignore_tag',
        key: text,
        provider: 'aws',
        resources: 2,
        detail: `The tag ${JSON.stringify(text)} is all that changed.`,
      },
    ],
    similar: [{ resource: address, state_key: finding.state_key, incident_id: 'inc_1', matches: [match] }],
    ai_summary: null,
    summary_source: null,
    error: null,
  };
}
