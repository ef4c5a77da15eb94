import { expect, test } from 'vitest';
import { startEmbeddings, type EmbeddingsEmulator } from '../testkit/embeddings/start.ts';
import { serverEnv, startInstance, type Ask, type Instance } from '../testkit/instance.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const COUNT = 40;
/** A recall by a word that only the emulator maps to "ssh". */
const BY_SYNONYM = { project: 'acme', intent: 'tuer' };
const OTHERS = ['a disk filled up', 'the bucket became public', 'a certificate expired', 'the key was rotated'];

async function writeAll(ask: Ask): Promise<void> {
  await ask('POST', '/orgs', { login: 'acme' });
  for (let i = 0; i < COUNT; i += 1) {
    const incident = { project: 'acme', id: `case-${i}`, resource: `node ${i}`, summary: OTHERS[i % OTHERS.length] };
    expect((await ask('POST', '/memory/incidents', incident)).status).toBe(201);
  }
  const ssh = { project: 'acme', id: 'ssh', resource: 'firewall', summary: 'ssh was opened' };
  expect((await ask('POST', '/memory/incidents', ssh)).status).toBe(201);
}

async function best(ask: Ask): Promise<string | undefined> {
  const { body } = await ask('POST', '/memory/recall', BY_SYNONYM);
  return (body.matches as { id: string }[])[0]?.id;
}

/** The number of incidents that wait for the remote model; undefined before the first count. */
async function waiting({ url, ask }: Instance): Promise<string | undefined> {
  expect((await ask('GET', '/ready')).status).toBe(200);
  const headers = { authorization: `Bearer ${serverEnv('').PLUMBLINE_ADMIN_KEY}`, accept: 'text/plain' };
  const text = await (await fetch(`${url}/api/v1/metrics`, { headers })).text();
  return /^plumbline_embeddings_waiting\{model="remote"\} (\d+)$/m.exec(text)?.[1];
}

const settingsOf = (emulator: EmbeddingsEmulator) => ({
  EMBEDDINGS_BASE_URL: emulator.url,
  EMBEDDINGS_API_KEY: emulator.apiKey,
  EMBEDDINGS_MODEL: emulator.model,
  PLUMBLINE_RECALL_LIMIT: '1000000',
});

test('embeds texts later that the service had refused, through a kill -9, with the key in no log', async () => {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await temporaryDirectory());
  const emulator = stack.use(await startEmbeddings());
  const env = { ...serverEnv(dir.path), ...settingsOf(emulator) };
  const refused = stack.use(await startInstance({ ...env, EMBEDDINGS_API_KEY: 'a-wrong-key-of-embeddings' }));
  await writeAll(refused.ask);
  await expect.poll(() => waiting(refused)).toBe(String(COUNT + 1));
  expect(await best(refused.ask)).not.toBe('ssh');
  const ended = await refused.stop();
  expect(ended.out).toContain('"reason":"denied"');
  for (const secret of ['a-wrong-key-of-embeddings', 'Incorrect API key'])
    expect(ended.out + ended.err).not.toContain(secret);

  // One batch is complete, the next one is in progress.
  emulator.seen.length = 0;
  emulator.fail({ delayMs: 0 }, 2);
  emulator.fail({ silent: true });
  const killed = stack.use(await startInstance(env));
  await expect.poll(() => emulator.seen.length).toBe(3);
  await killed.kill();
  emulator.heal();
  emulator.seen.length = 0;
  const last = stack.use(await startInstance(env));
  await expect.poll(() => waiting(last)).toBe('0');
  expect(emulator.seen.flatMap(({ texts }) => texts).filter((text) => text.includes(': '))).toHaveLength(
    COUNT + 1 - 32,
  );
  expect(await best(last.ask)).toBe('ssh');
  const { out, err } = await last.stop();
  expect(out + err).not.toContain(emulator.apiKey);
});
