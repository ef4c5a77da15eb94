import { setTimeout as sleep } from 'node:timers/promises';
import { plumbline } from './cli.ts';
import { finished, ownKey, startInstance, type Ask } from './instance.ts';

/** Something that clients ask a server for while it is killed again and again. */
export type KillSubject = {
  name: string;
  /** Asks every `everyMs` until the server is gone, and keeps in mind what was acknowledged. Throws when it is gone. */
  write(ask: Ask, everyMs: number): Promise<never>;
  /** With the last server, which nobody kills: one line for each thing that was lost or doubled. */
  check(ask: Ask): Promise<string[]>;
  /** The number of acknowledged changes so far. */
  acknowledged(): number;
};

export type KillReport = { kills: number; acknowledged: Record<string, number>; problems: string[] };

export type KillOptions = {
  env: Record<string, string>;
  kills: number;
  subjects: readonly KillSubject[];
  /** Called when the first server runs: makes what the subjects need, and does one round of what they ask for. */
  prepare: (ask: Ask) => Promise<void>;
  say?: (line: string) => void;
};

/** The maximum lifetime of a server after its first answer, at least; every fifth is killed while it starts. */
const LIFE_MS = 1_500;
/**
 * A job whose process was killed in eleven tries in a row is given up, by design. On a busy machine servers have to live
 * long enough for one try of several to succeed: so many times as long as one round of the subjects takes. Of a few kills
 * each is within one round or so: no job is killed that often, and all of them hit servers that work.
 */
const lifeRounds = (kills: number): number => (kills > 10 ? 4 : 1.5);

/** How often subjects ask, at most; on a busy machine less often, or its last server would have to finish hundreds. */
const PAUSE_MS = 700;
const PAUSE_ROUNDS = 0.25;

/**
 * `kill -9` at `kills` different moments, in servers that work and in servers that start, always on the same data; then a
 * last server that may finish, and the subjects' verdicts.
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

/** Analyses of an organization, added to those `known`, each of which has to end with `expected` many resources and findings. */
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
      // What was asked for in the moment of a kill may be there or not.
      if (listed.length > known.length + unanswered)
        problems.push(`${listed.length} are there, ${known.length} asked for`);
      return problems;
    },
  };
}

/** The ids of a whole list, page by page. */
export async function listAll(ask: Ask, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers } = await ask('GET', next);
    ids.push(...(body as unknown as { id: string }[]).map(({ id }) => id));
    next = /<[^>]*\/api\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return ids;
}
