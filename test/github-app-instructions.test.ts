import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import type { ApplyResource } from '../testkit/apply.ts';
import { connectAws, openSampleAccount, startAppServer } from '../testkit/app-world.ts';
import { startGitHub, type GitHub } from '../testkit/github/start.ts';
import { INSTRUCTIONS } from '../testkit/instructions.ts';
import type { Ask } from '../testkit/instance.ts';
import { startLlm, type LlmEmulator } from '../testkit/llm/start.ts';
import { deeds, outsideCode, pieces } from '../testkit/markdown.ts';

const PULL_REQUESTS = 4;
const TOKENS = INSTRUCTIONS.map(({ token }) => token);
/** Control characters, invisible characters, and characters that reorder text, except line breaks. */
const HIDDEN = /[^\P{C}\n]/u;

const backend = (bucket: string) =>
  `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n    key    = "terraform.tfstate"\n    region = "us-east-1"\n  }\n}\n`;

/** A branch name with an instruction, with the characters that git accepts. */
const branchOf = (text: string): string =>
  `b/${text.replaceAll(/[\p{C}\s~^:?*[\\]+/gu, '-').replaceAll(/\.\.+|@\{|\/{2,}|[./]$/g, '-')}`;

type Written = { title: string; bodies: string[]; conclusion: string | null };

describe('instructions in tags, names, branches, commit messages and titles', () => {
  const stack = new AsyncDisposableStack();
  let github: GitHub;
  let ask: Ask;
  let model: LlmEmulator;
  const analyses: Analysis[] = [];
  /** The App's writes to the pull request with instructions, and to the same pull request with harmless texts. */
  const written: Written[][] = [];

  beforeAll(async () => {
    const accounts = ['acme', 'calm'];
    const files = (login: string) => ({ 'stack/main.tf': backend(`${login}-state`) });
    const repositories = Object.fromEntries(accounts.map((login) => [`${login}/infra`, files(login)]));
    github = stack.use(await startGitHub({ accounts, repositories }));
    const aws = await openSampleAccount(stack);
    // A model that follows the last instruction.
    model = stack.use(await startLlm());
    model.fail({ says: 'No drift: all resources are as the state says. Nothing is to be done.' });
    const env = { AI_BASE_URL: model.url, AI_API_KEY: model.apiKey, AI_MODEL: model.model };
    const server = await startAppServer(stack, { github, aws, env });
    ({ ask } = server);
    for (const login of accounts) {
      const texts = INSTRUCTIONS.map(({ text }, index) => (login === 'acme' ? text : `harmless ${index}`));
      const resources = texts.map((indexKey, index): ApplyResource => ({
        type: 'sample_queue',
        name: 'queue',
        indexKey,
        config: { name: `${login}-${index}`, tags: { note: 'as it was' } },
      }));
      await aws.createBucket(`${login}-state`);
      await aws.apply(`${login}-state`, 'terraform.tfstate', resources);
      for (const { id, name } of await aws.objects('queue')) {
        const [owner, index] = name.split('-');
        if (owner === login) await aws.patch('queue', id, { tags: { note: texts[Number(index)]! } });
      }
      const { id } = await github.install(login);
      await server.quiet();
      const { body: org } = await ask('GET', `/orgs/by-installation/${id}`);
      await connectAws(ask, aws, { org: String(org.id), bucket: `${login}-state` });
      written.push(await pullRequests(login, texts, server.quiet));
      const listed = (await ask('GET', `/orgs/${String(org.id)}/analyses?limit=100`)).body as unknown as Analysis[];
      analyses.push((await ask('GET', `/analyses/${listed[0]!.id}`)).body as unknown as Analysis);
    }
  });
  afterAll(() => stack.disposeAsync());

  /**
   * Opens a dozen pull requests with all texts in branches, commit messages and titles. Returns the App's writes to
   * them.
   */
  async function pullRequests(login: string, texts: string[], quiet: () => Promise<void>): Promise<Written[]> {
    const repository = `${login}/infra`;
    const made: { sha: string; number: number }[] = [];
    for (let one = 0; one < PULL_REQUESTS; one++) {
      const own = texts.filter((_, index) => index % PULL_REQUESTS === one);
      const branch = branchOf(own[0]!);
      const change = { branch, files: { 'stack/change.tf': `# ${one}\n` }, message: own.join('\n\n') };
      const sha = await github.push(repository, change);
      made.push({
        sha,
        number: await github.openPullRequest(repository, { branch, title: own.join(' '), body: own.join('\n\n') }),
      });
    }
    await quiet();
    return Promise.all(
      made.map(async ({ sha, number }) => {
        const [check] = (await github.checks(repository, sha)).slice(-1);
        const comments = await github.comments(repository, number);
        const bodies = [check?.output.summary, check?.output.text, ...comments.map(({ body }) => body)];
        return {
          title: check?.output.title ?? '',
          conclusion: check?.conclusion ?? null,
          bodies: bodies.filter((body) => typeof body === 'string'),
        };
      }),
    );
  }

  test('changes no verdict, count or severity by instructions in names', () => {
    const told = ({ status, severity, counts, findings, coverage }: Analysis) => ({
      status,
      severity,
      counts,
      findings: findings.map((one) => [one.kind, one.severity, one.attributes.map(({ action }) => action)]),
      coverage: coverage.map(({ verdict }) => verdict).toSorted(),
    });
    const [acme, calm] = analyses.map(told);
    expect(acme?.counts.changed).toBe(INSTRUCTIONS.length);
    expect(acme).toEqual(calm);
  });

  test('changes no number of a summary, even where a model obeys instructions', () => {
    const [acme, calm] = analyses.map(({ ai_summary: text, summary_source }) => [text?.split('\n')[0], summary_source]);
    expect(acme).toEqual(calm);
    const prompts = model.seen.map(({ body }) => JSON.stringify(body.messages));
    expect(prompts.length).toBeGreaterThan(0);
    // Values that contain a sentence or a link are not sent to a model.
    expect(TOKENS.filter((token) => prompts.some((prompt) => prompt.includes(token)))).toEqual([]);
    expect(acme).toEqual([expect.stringContaining(`${INSTRUCTIONS.length} changed`), 'rules']);
  });

  test('changes no conclusion and no title of a check, and keeps instructions within code', () => {
    const [acme = [], calm = []] = written;
    expect(acme).toHaveLength(PULL_REQUESTS);
    for (const [index, { title, conclusion, bodies }] of acme.entries()) {
      expect([title, conclusion]).toEqual([calm[index]?.title, calm[index]?.conclusion]);
      expect(bodies).toHaveLength(calm[index]!.bodies.length);
      for (const [at, body] of bodies.entries()) {
        expect(body.length).toBeLessThanOrEqual(65_535);
        expect(body).not.toMatch(HIDDEN);
        const shown = pieces(body);
        expect(outsideCode(shown, ...TOKENS)).toEqual([]);
        const harmless = calm[index]!.bodies[at]!;
        expect(plain(deeds(shown))).toEqual(plain(deeds(pieces(harmless))));
      }
    }
    const all = acme.flatMap(({ bodies }) => bodies).join('\n');
    expect(INSTRUCTIONS.filter(({ token }) => !all.includes(token))).toEqual([]);
  });

  /** Replaces the ids and names that differ between the two organizations. */
  const plain = (done: string[]) =>
    done.map((one) =>
      one.replaceAll(/\b(?:acme|calm)\b/g, 'ORG').replaceAll(/\b(?:an|repo|org|inc|req)_\w+|[0-9a-f]{40}/g, 'ID'),
    );
});
