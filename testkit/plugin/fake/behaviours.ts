import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectNode, SchemaNode } from '../../../src/base/schema.ts';
import { UNKNOWN, type Value } from '../../../src/base/value.ts';
import type { Output } from '../goplugin.ts';
import { problem, warning, type ReadAnswer } from '../provider.ts';
import type { ObjectValue } from '../wire.ts';
import { logCall, readCalls } from './control.ts';

/** The context of a behaviour. */
export type Stage = { id?: string; node?: ObjectNode; controlDir: string | undefined; output: Output };

type Behaviour = (answer: ReadAnswer, argument: string, stage: Stage) => Promise<ReadAnswer> | ReadAnswer;

function panic({ id, controlDir }: Stage): never {
  logCall(controlDir, { call: 'panic', ...(id !== undefined && { id }) });
  process.stderr.write(
    'panic: runtime error: invalid memory address or nil pointer dereference\n\ngoroutine 7 [running]:\nmain.read()\n',
  );
  process.exit(2);
}

function withAttribute(answer: ReadAnswer, name: string, value: Value): ReadAnswer {
  return { ...answer, state: { ...(answer.state as ObjectValue | null), [name]: value } };
}

function withDiagnostic(answer: ReadAnswer, severity: 1 | 2, text: string): ReadAnswer {
  const diagnostic = severity === 1 ? problem(text) : warning(text);
  return { ...answer, diagnostics: [...(answer.diagnostics ?? []), diagnostic] };
}

/** A value as the older SDK returns it: unset strings, numbers, bools and collections are empty values, not null. */
function blurred(node: SchemaNode, value: Value): Value {
  if (value !== null && typeof value !== 'object') return value;
  switch (node.kind) {
    case 'string':
      return value ?? '';
    case 'number':
      return value ?? 0;
    case 'bool':
      return value ?? false;
    case 'list':
    case 'set':
      return value ?? [];
    case 'map':
      return value ?? {};
    case 'object': {
      if (value === null || Array.isArray(value)) return value;
      const own = (member: ObjectNode['members'][string]): boolean =>
        member.role === 'attribute' && !member.writeOnly && (member.node.kind !== 'object' || member.computed);
      const entries = Object.entries(node.members).map(([name, member]): [string, Value] => {
        const child = value[name] ?? null;
        return [name, own(member) ? blurred(member.node, child) : child];
      });
      return Object.fromEntries(entries);
    }
    case 'tuple':
    case 'dynamic':
      return value;
  }
}

const missingIdentity = {
  state: null,
  diagnostics: [
    problem(
      'Missing Resource Identity After Read',
      'The Terraform Provider unexpectedly returned no resource identity data after having no errors in the resource ' +
        'read. This is always a problem with the provider and should be reported to the provider developer.',
    ),
  ],
};

/** Memory that `leak` allocated. */
const leaked: Buffer[] = [];

/** Every behaviour of the fake provider, as `name` or `name:argument`. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  /** Waits `ms` milliseconds. */
  slow: async (answer, ms) => sleep(Number(ms)).then(() => answer),
  /** Never answers. */
  hang: () => new Promise<never>(() => undefined),
  /** Panics as a Go program does. */
  panic: (_, __, stage) => panic(stage),
  /** Panics at the first `times` reads of this instance, and answers after that. Needs a control directory. */
  panic_times: async (answer, times, stage) => {
    const calls = stage.controlDir === undefined ? [] : await readCalls(stage.controlDir);
    const before = calls.filter(({ call, id }) => call === 'panic' && id === stage.id).length;
    return before < Number(times) ? panic(stage) : answer;
  },
  /** Panics with `text` as the message. */
  last_words: (_, text, stage) => {
    process.stderr.write(`panic: ${text}\n`);
    return panic(stage);
  },
  exit: (_, code) => process.exit(Number(code)),
  /** Fails at the first n reads of this instance, and answers after that: `error_times:2:text`. */
  error_times: async (answer, argument, stage) => {
    const [, times, text = ''] = /^(\d+):(.*)$/s.exec(argument) ?? [];
    const calls = stage.controlDir === undefined ? [] : await readCalls(stage.controlDir);
    const before = calls.filter(({ call, id }) => call === 'failed' && id === stage.id).length;
    if (before >= Number(times)) return answer;
    logCall(stage.controlDir, { call: 'failed', ...(stage.id !== undefined && { id: stage.id }) });
    return withDiagnostic(answer, 1, text);
  },
  /** Allocates so many MiB of memory and never frees them. */
  leak: (answer, mebibytes) => {
    leaked.push(Buffer.alloc(Number(mebibytes) * 1024 ** 2, 1));
    return answer;
  },
  /**
   * Starts `count` processes that outlive it; half of them leave its process group. Their ids are in the log of calls.
   */
  fork: (answer, count, { controlDir }) => {
    for (let i = 0; i < Number(count); i += 1) {
      const child = spawn('sleep', ['600'], { detached: i % 2 === 0, stdio: 'ignore' });
      logCall(controlDir, { call: 'forked', id: String(child.pid) });
    }
    return answer;
  },
  /** Closes its socket and every connection; the process keeps running. */
  hang_up: (answer, _, { output }) => {
    setInterval(() => undefined, 60_000);
    output.hangUp();
    return answer;
  },
  /** Writes so many bytes to the process's stdout, after the handshake. */
  stdout: (answer, bytes) => {
    process.stdout.write(`${'x'.repeat(1_000)}\n`.repeat(Number(bytes) / 1_000));
    return answer;
  },
  error: (answer, text) => withDiagnostic(answer, 1, text),
  warning: (answer, text) => withDiagnostic(answer, 2, text),
  /** Reports that the instance is deleted. */
  deleted: (answer) => ({ ...answer, state: null }),
  /** The error of a framework provider about a deleted instance if its type has an identity and its state has none. */
  missing_identity: (answer) => ({ ...answer, ...missingIdentity }),
  /** The error of real providers if the read object has another identity than the state. */
  identity_changed: (answer) =>
    withDiagnostic({ diagnostics: answer.diagnostics ?? [] }, 1, 'Unexpected Identity Change'),
  /** Answers with the named attribute unknown. */
  unknown: (answer, name) => withAttribute(answer, name, UNKNOWN),
  /** Answers with an object in the named attribute, which has another type. */
  wrong_type: (answer, name) => withAttribute(answer, name, { not: ['what', 'the', 'schema', 'says'] }),
  /** Answers with a state whose only attribute is not in the schema. */
  wrong_shape: (answer) => ({ ...answer, bytes: Buffer.from('81a3666f6fa3626172', 'hex') }),
  /** Answers with bytes that are no msgpack. */
  garbage: (answer) => ({ ...answer, bytes: Buffer.from('c1c1c1', 'hex') }),
  /** Answers with no state at all, and no diagnostics either. */
  empty: (answer) => ({ ...answer, bytes: Buffer.alloc(0) }),
  /**
   * Writes so many bytes to stdout and stderr, in turn, through go-plugin's stdio; waits until the client has read
   * them.
   */
  chatty: async (answer, bytes, { output }) => {
    const text = 'the provider says something that nobody asked for\n'.repeat(Math.ceil(Number(bytes) / 100));
    await output.say(1, text);
    await output.say(2, text);
    return answer;
  },
  /** Writes so many bytes to the process's stderr, as a log would; blocks while nobody reads them. */
  log: (answer, bytes) => {
    process.stderr.write('x'.repeat(Number(bytes)));
    return answer;
  },
  /** Writes a text to the process's stderr, as the log of a provider would. */
  mutter: (answer, text) => {
    process.stderr.write(`${text}\n`);
    return answer;
  },
  /** Answers with a value of so many bytes in `generated`. */
  huge: (answer, bytes) => withAttribute(answer, 'generated', 'x'.repeat(Number(bytes))),
  /** Answers as the older SDK does: unset attributes are empty instead of null. */
  blur: (answer, _, { node }) => (node ? { ...answer, state: blurred(node, answer.state ?? null) } : answer),
  /** Fails the call itself with a gRPC status code. */
  status: (_, code) => {
    throw Object.assign(new Error('the call was told to fail'), { code: Number(code) });
  },
};

/** Applies behaviours to a correct answer, one after the other. Throws for an unknown behaviour. */
export async function behave(behaviours: readonly string[], answer: ReadAnswer, stage: Stage): Promise<ReadAnswer> {
  let result = answer;
  for (const behaviour of behaviours) {
    const [, name = '', argument = ''] = /^([^:]*):?(.*)$/s.exec(behaviour) ?? [];
    const act = BEHAVIOURS[name];
    if (!act) throw new Error(`the fake provider has no behaviour ${name}`);
    result = await act(result, argument, stage);
  }
  return result;
}
