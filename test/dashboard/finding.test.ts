import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { FACTS_VERSION, type FileFacts } from '../../src/engine/mapping/types.ts';
import type { Store } from '../../src/store/database.ts';
import { insertIncident } from '../../src/store/queries/incidents.ts';
import { saveFiles } from '../../src/store/queries/repository-files.ts';
import { saveReading } from '../../src/store/queries/repository-readings.ts';
import { scoped } from '../../src/store/scope.ts';
import type { TestApi } from '../../testkit/api.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { openPages, type Pages } from '../../testkit/dashboard/pages.ts';
import { missing } from '../../testkit/needs.ts';
import { attributeOf, findingOf, stateOf, storeAnalysis } from '../../testkit/stored-analysis.ts';
import { saveRepository } from '../../testkit/repositories.ts';

const STATE = 'prod/network.tfstate';
const RULE = { cidr_blocks: ['0.0.0.0/0'], from_port: 22, to_port: 22, protocol: 'tcp', description: 'by hand' };

/** A critical finding with an incident, a finding that a setting explains, and a deleted resource. */
const findingsOf = (incident: string) => [
  findingOf('module.net.aws_security_group.bastion', {
    severity: 'critical',
    message: 'Port 22 (tcp) is now open to 0.0.0.0/0.',
    severity_reason: 'Anybody on the internet can try to sign in',
    attributes: [attributeOf('ingress', [], [RULE])],
    region: 'eu-west-1',
    account_id: '123456789012',
    cloud_id: 'sg-0a1b2c3d4e5f60718',
    fingerprint: 'aaaa',
    incident_id: incident,
  }),
  findingOf('aws_sqs_queue.jobs', {
    severity: 'medium',
    message: 'The delivery delay was raised from 0 to 60 seconds.',
    attributes: [attributeOf('delay_seconds', 0, 60)],
    region: 'us-east-1',
    fingerprint: 'bbbb',
  }),
  findingOf('aws_kms_key.data', { kind: 'deleted', severity: 'high', attributes: [], fingerprint: 'cccc' }),
];

describe.skipIf(await missing('chromium'))('the pages of a finding and of an incident', () => {
  let pages: Pages;
  let store: Store;
  let api: TestApi;
  let visitor: Visit;
  let page: Page;
  let org: string;
  let analysis: string;
  const incident = newId('inc');

  beforeAll(async () => {
    pages = await openPages(async (made) => {
      ({ store, api } = made);
      org = (await api.organization('acme', 'read')).id;
      analysis = await storeAnalysis(store.db, org, {
        findings: [findingsOf(incident)],
        states: [stateOf(STATE, { lineage: 'l' })],
      });
      const [worst] = findingsOf(incident);
      const { resource, type, kind, severity, fingerprint } = worst!;
      await insertIncident(store.db, {
        id: incident,
        org_id: org,
        resource,
        type,
        kind,
        severity,
        fingerprint,
        lineage: 'l',
        state_key: STATE,
        summary: worst!.message,
        date: '2026-01-31',
        status: 'open',
        source: 'drift',
        attributes: ['ingress'],
        region: 'eu-west-1',
        account_id: '123456789012',
        times_seen: 1,
        opened_by: analysis,
        first_seen_at: new Date(worst!.first_seen_at),
        last_seen_at: new Date(),
      });
      const facts = { full_name: 'acme/infrastructure', private: true, default_branch: 'main' };
      const { id: repo_id } = await saveRepository(
        scoped(store.db, { org_id: org }),
        { codehost: 'github', external_id: 7 },
        facts,
      );
      const read = { repo_id, org_id: org, sha: 'a'.repeat(40), branch: 'main', read_at: new Date() };
      await saveReading(store.db, {
        ...read,
        problems: '[]',
        claims: '[]',
        layout: '{"roots":[],"modules":{}}',
        ignore: '[]',
      });
      const kept = (directory: string, facts: FileFacts) => ({
        repo_id,
        org_id: org,
        directory,
        path: `${directory}/main.tf`,
        sha: 'b'.repeat(40),
        version: FACTS_VERSION,
        facts: JSON.stringify(facts),
      });
      await saveFiles(scoped(store.db, { org_id: org }), [
        kept('infra/network', { module: { calls: { net: '../../modules/net' } }, lines: { 'module.net': 12 } }),
        kept('modules/net', { lines: { 'resource.aws_security_group.bastion': 31 } }),
      ]);
      const mapped = { mappings: [{ state: STATE, repo_id, path: 'infra/network' }] };
      await api.call('PUT', `/orgs/${org}/state-mappings`, { key: api.operatorKey, body: mapped });
    });
    ({ visitor, page } = pages);
  });
  afterAll(() => pages[Symbol.asyncDispose]());

  const open = (path: string) => page.goto(`/o/${org}${path}`);
  const rules = async () =>
    (await api.call('GET', `/orgs/${org}/ignore-rules`, { key: api.operatorKey })).json<{
      version: number;
      rules: Record<string, unknown>[];
    }>();
  const forget = () => api.call('PUT', `/orgs/${org}/ignore-rules`, { key: api.operatorKey, body: { rules: [] } });

  test.each([
    ['finding', () => `/analyses/${analysis}/findings/aaaa`],
    ['incident', () => `/incidents/${incident}`],
  ])('shows what drifted, how bad it is and what to do on the page of the %s', async (name, path) => {
    await open(path());
    await page.getByText('Port 22 (tcp) is now open to 0.0.0.0/0.').first().waitFor();
    await page.getByText('Critical').first().waitFor();
    const [plan, apply] = ['plan', 'apply'].map(
      (verb) => `terraform -chdir='infra/network' ${verb} -target='module.net.aws_security_group.bastion'`,
    );
    await expect.poll(() => page.locator('main ol pre code').allTextContents()).toEqual([plan, apply]);
    const link = page.getByRole('link', { name: 'Open in AWS console' });
    expect(await link.getAttribute('href')).toBe(
      'https://eu-west-1.console.aws.amazon.com/ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1b2c3d4e5f60718',
    );
    // Without a code host the page shows the location without a link.
    await page.getByText('modules/net/main.tf:31 in acme/infrastructure').last().waitFor();
    await page.getByRole('heading', { name: 'Similar incidents' }).waitFor();
    await page.getByText('This incident').waitFor();
    await page.getByRole('group', { name: 'Changes' }).first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        // No part of a name spans two lines.
        const broken = `[...document.querySelectorAll('main ol pre code > span > span')]
          .filter((piece) => piece.getBoundingClientRect().height > 30)
          .map(({ textContent }) => textContent)`;
        expect(await page.evaluate(broken)).toEqual([]);
        await expectAccessible(page, `${name} ${colorScheme} ${width}`);
        await keepScreenshot(page, `${name}-${width}-${colorScheme}`);
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visitor.problems).toEqual([]);
  });

  test('leads from the list to the address of a finding, which says how to accept it', async () => {
    await open(`/analyses/${analysis}`);
    await page.getByRole('button', { name: /aws_sqs_queue.jobs/ }).click();
    await page.getByRole('link', { name: 'What to do' }).click();
    await page.waitForURL(/\/findings\/bbbb$/);
    await page.reload();
    await page.getByText('Accept into code').click();
    await page.getByText('delay_seconds = 60', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Open in AWS console' }).count()).toBe(0);
    await open(`/analyses/${analysis}/findings/cccc`);
    await page.getByText('Recreate: make the cloud match the code').waitFor();
    await page.getByText('no longer in the cloud').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('ignores just this attribute for 30 days, without asking again', async () => {
    await open(`/analyses/${analysis}/findings/bbbb`);
    await page.getByRole('button', { name: 'Ignore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The queue is being drained');
    const until = await dialog.getByLabel('Until (UTC)').inputValue();
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(29);
    await expectAccessible(page);
    await keepScreenshot(page, 'finding-ignore');
    await dialog.getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog.getByText('Saved. It is hidden from the next analysis on.').waitFor();
    expect((await rules()).rules).toEqual([
      expect.objectContaining({ address: 'aws_sqs_queue.jobs', attribute: 'delay_seconds', state: STATE }),
    ]);
    await forget();
    expect(visitor.problems).toEqual([]);
  });

  test.each([
    ['critical drift', 'aaaa', 'attributes', '1 critical finding will not be reported.'],
    ['a wider rule', 'bbbb', 'resource', 'It hides more than what drifted now'],
  ])('asks once more before %s is ignored', async (_, finding, width, why) => {
    await open(`/analyses/${analysis}/findings/${finding}`);
    await page.getByRole('button', { name: 'Ignore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Known');
    await dialog.getByLabel('Hide').selectOption(width);
    await dialog.getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog.getByText(why).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, `finding-ignore-${width}`);
    expect((await rules()).rules).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Known');
    await dialog.getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog.getByRole('button', { name: 'Ignore it' }).click();
    await dialog.getByText('Saved.').waitFor();
    expect((await rules()).rules).toHaveLength(1);
    await forget();
  });
});
