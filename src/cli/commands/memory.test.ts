import { afterAll, beforeAll, expect, test } from 'vitest';
import { plumbline } from '../../../testkit/cli.ts';
import { startInstance, type Instance } from '../../../testkit/instance.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Incident } from '../../services/memory/incident.ts';
import type { Recollection } from '../../services/memory/recall.ts';

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: Instance;
let env: Record<string, string>;

beforeAll(async () => {
  dir = await temporaryDirectory();
  env = { PLUMBLINE_DATA_DIR: dir.path, PORT: '0' };
  server = await startInstance(env);
});
afterAll(async () => {
  await server.stop();
  await dir[Symbol.asyncDispose]();
});

async function cli(...args: string[]) {
  return plumbline([...args, '--url', server.url], env).ended;
}

test('records, lists, recalls and deletes an incident', async () => {
  const org = JSON.parse((await cli('orgs', 'create', 'acme', '--json')).out) as { id: string };
  const what = ['--resource', 'aws_security_group.web', '--summary', 'SSH was opened to the internet'];
  const more = ['--details', 'First line\nsecond\u001b[31m line', '--date', '2026-01-31'];
  const added = await cli('incidents', 'add', '--project', 'acme', ...what, ...more);
  expect([added.code, added.err]).toEqual([1, expect.stringContaining('/details')]);
  const again = await cli('incidents', 'add', '--project', 'acme', ...what, '--details', 'One\ntwo', '--id', 'pm-1');
  expect(again).toMatchObject({ code: 0, out: 'pm-1\n', err: '' });

  expect((await cli('incidents', 'list', org.id)).out).toMatch(/resolved +- +pm-1 +aws_security_group\.web +SSH was/);
  const shown = await cli('incidents', 'show', 'pm-1');
  expect(shown.out).toMatch(/ {2}resolved {2}aws_security_group\.web\n\nSSH was opened to the internet\n\nOne\ntwo\n/);
  expect((JSON.parse((await cli('incidents', 'show', 'pm-1', '--json')).out) as Incident).org_id).toBe(org.id);

  const recalled = await cli('recall', 'open ssh to the world', '--project', 'acme');
  expect(recalled.out).toMatch(/^SIMILAR +DATE +ID +RESOURCE +SUMMARY\n0\.\d{4} +\d{4}-\d\d-\d\d +pm-1 /);
  const why = await cli('recall', 'open ssh to the world', '--project', 'acme', '--why');
  expect(why.out).toMatch(
    /^SIMILAR +DATE +ID +WHY +RESOURCE +SUMMARY\n.* pm-1 .*“open ssh to everybody in the world”.*ssh/,
  );
  const json = await cli('recall', 'open ssh', '--project', 'acme', '--org', org.id, '--top-k', '1', '--json');
  expect((JSON.parse(json.out) as Recollection).matches).toHaveLength(1);
  const strict = await cli('recall', 'bake a cake', '--project', 'acme', '--min-similarity', '0.9');
  expect(strict).toMatchObject({ code: 0, out: '', err: 'No similar incidents.\n' });
  expect(await cli('recall', 'x', '--project', 'nothing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No such project'),
  });

  expect(await cli('incidents', 'delete', 'pm-1')).toMatchObject({ code: 0, err: 'Deleted.\n' });
  expect((await cli('recall', 'open ssh', '--project', 'acme')).err).toBe('No similar incidents.\n');
});
