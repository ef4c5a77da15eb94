import { setTimeout as sleep } from 'node:timers/promises';
import { plumbline } from './cli.ts';
import { finished, ownKey, startInstance, type Ask } from './instance.ts';

/** A kind of requests that clients send to a server while it is killed repeatedly. */
export type KillSubject = {
  name: string;
  /** Sends a request every `everyMs` and records acknowledged changes. Throws when the server is gone. */
  write(ask: Ask, everyMs: number): Promise<never>;
  /** Checks the data on the last server, which is not killed. Returns one line for each lost or duplicated object. */
  check(ask: Ask): Promise<string[]>;
  /** The number of acknowledged changes so far. */
  acknowledged(): number;
};

export type KillReport = { kills: number; acknowledged: Record<string, number>; problems: string[] };

export type KillOptions = {
  env: Record<string, string>;
  kills: number;
  subjects: readonly KillSubject[];
  /**
   * Called when the first server runs: creates the objects that the subjects need, and sends one round of their
   * requests.
   */
  prepare: (ask: Ask) => Promise<void>;
  say?: (line: string) => void;
};

/**
 * The lower bound of the maximum lifetime of a server after its first response. Every fifth server is killed while it
 * starts.
 */
const LIFE_MS = 1_500;
/**
 * The maximum lifetime of a server in rounds of the subjects. By design, a job whose process was killed in eleven tries
 * in a row is given up, so on a busy machine servers must live long enough for one of several tries to succeed. With
 * few kills no job reaches eleven tries; a lifetime of about one round lets every kill hit a server at work.
 */
const lifeRounds = (kills: number): number => (kills > 10 ? 4 : 1.5);

/**
 * The shortest pause between requests of a subject. On a busy machine it is longer, to limit the work of the last
 * server.
 */
const PAUSE_MS = 700;
const PAUSE_ROUNDS = 0.25;

/**
 * Kills servers with SIGKILL at `kills` random moments, while they work or start, always on the same data. Then starts
 * a last server, which finishes the work, and returns the results of the subjects' checks.
 */
export async function killAgainAndAgain(options: KillOptions): Promise<KillReport> {
  const { env, kills, subjects, prepare, say = () => undefined } = options;
  let [life, pause] = [LIFE_MS, PAUSE_MS];
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 5 === 4) {
      await killWhileItStarts(env);
      continue;
    }
    const server = await startInstance(env);
    if (kill === 0) {
      const from = performance.now();
      await prepare(server.ask);
      const round = performance.now() - from;
      [life, pause] = [Math.max(LIFE_MS, lifeRounds(kills) * round), Math.max(PAUSE_MS, PAUSE_ROUNDS * round)];
    }
    const writing = subjects.map((subject) => subject.write(server.ask, pause).catch(() => undefined));
    await sleep(Math.random() * life);
    await server.kill();
    await Promise.all(writing);
    if (kill % 20 === 0) say(`${kill + 1} of ${kills} kills`);
  }
  await using last = await startInstance(env);
  const problems: string[] = [];
  for (const subject of subjects)
    problems.push(...(await subject.check(last.ask)).map((line) => `${subject.name}: ${line}`));
  await last.stop();
  return {
    kills,
    acknowledged: Object.fromEntries(subjects.map((subject) => [subject.name, subject.acknowledged()])),
    problems,
  };
}

async function killWhileItStarts(env: Record<string, string>): Promise<void> {
  const server = plumbline(['start'], env);
  await sleep(Math.random() * LIFE_MS);
  server.child.kill('SIGKILL');
  await server.ended;
}

/** A subject that requests analyses and adds their ids to `known`. Each has to end with the `expected` numbers. */
export function killedAnalyses(
  org: () => string,
  known: string[],
  expected: { resources: number; findings: number },
): KillSubject {
  let unanswered = 0;
  return {
    name: 'analyses',
    acknowledged: () => known.length,
    async write(ask, everyMs) {
      for (;;) {
        unanswered++;
        const { status, body } = await ask('POST', `/orgs/${org()}/analyses`, {}, ownKey());
        unanswered--;
        if (status !== 202) throw new Error(`answered ${status}`);
        known.push(String(body.id));
        await sleep(everyMs);
      }
    },
    async check(ask) {
      const problems: string[] = [];
      for (const id of known) {
        const analysis = await finished(ask, id);
        const resources = analysis.coverage.map(({ resource }) => resource);
        const whole =
          analysis.status === 'completed' &&
          analysis.findings.length === expected.findings &&
          resources.length === expected.resources &&
          new Set(resources).size === expected.resources;
        const error = analysis.error ? `, ${analysis.error.detail}` : '';
        if (!whole) problems.push(`${id} ended ${analysis.status} with ${resources.length} verdicts${error}`);
      }
      const listed = await listAll(ask, `/orgs/${org()}/analyses?limit=100`);
      if (new Set(listed).size !== listed.length) problems.push('an id is there twice');
      // A request without a response, because of a kill, may have created an analysis or not.
      if (listed.length > known.length + unanswered)
        problems.push(`${listed.length} are there, ${known.length} asked for`);
      return problems;
    },
  };
}

/** Fetches all pages of a list and returns the ids. */
export async function listAll(ask: Ask, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers } = await ask('GET', next);
    ids.push(...(body as unknown as { id: string }[]).map(({ id }) => id));
    next = /<[^>]*\/api\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return ids;
}
