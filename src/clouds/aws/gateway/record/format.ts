import { Type, type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/schema';

/** The format's version that is written, and the only one that is read. */
export const VERSION = 1;

const Text = Type.Union([Type.Null(), Type.String()]);
const HeadersOf = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]));
/** As text where the body is text. An empty body has neither field. */
const Body = { text: Type.Optional(Type.String()), base64: Type.Optional(Type.String()) };

/** The first line. All marks in the place of secrets contain `id`. */
const Head = Type.Object({
  plumbline: Type.Literal('recording'),
  version: Type.Integer(),
  id: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  recorded_at: Type.String(),
  region: Text,
  /** True where calls went to another endpoint than the cloud's own, which changes their form. */
  own_endpoint: Type.Boolean(),
});

/** The cloud's answer to a request, or the error instead. */
const Result = Type.Union([
  Type.Object({ answer: Type.Object({ status: Type.Integer(), headers: HeadersOf, ...Body }) }),
  Type.Object({
    problem: Type.Object({
      trouble: Type.Enum(['unreachable', 'timeout', 'credentials', 'broken']),
      message: Type.String(),
    }),
  }),
]);

const Exchange = Type.Intersect([
  Type.Object({
    account: Text,
    region: Type.String(),
    service: Type.String(),
    action: Type.String(),
    protocol: Type.Enum(['query', 'ec2', 'json', 'rest-json', 'rest-xml', 'smithy-rpc-v2-cbor']),
    request: Type.Object({
      method: Type.String(),
      host: Type.String(),
      target: Type.String(),
      headers: HeadersOf,
      ...Body,
    }),
  }),
  Result,
]);

/** A repetition of an exchange, with the same request and result. `again` is that exchange's index, from 0. */
const Again = Type.Object({ again: Type.Integer({ minimum: 0 }) });

/** The access to an account (null: the account of the base credentials), or the reason why there is none. */
const Access = Type.Object({
  access: Text,
  found: Type.Union([Type.Object({ account: Text }), Type.Object({ reason: Type.String(), detail: Type.String() })]),
});

export type Head = Static<typeof Head>;
export type Result = Static<typeof Result>;
export type Exchange = Static<typeof Exchange>;
export type Access = Static<typeof Access>;

/** A recording; exchanges stand in the order in which they ended. */
export type Recording = Head & { exchanges: Exchange[]; accesses: Access[] };

/** The error for an unreadable recording; the message says why and what to do. */
export class RecordingProblem extends Error {}

const is = <T extends TSchema>(schema: T, value: unknown): value is Static<T> => Check(schema, value);

/** Reads a recording: a line for its head, and one for each event. Throws `RecordingProblem`. */
export function readRecording(text: string): Recording {
  const [first = '', ...lines] = text.split('\n');
  const head = parsed(first, 1);
  if (!is(Head, head)) throw new RecordingProblem('It is no recording of Plumbline: write one with --record.');
  if (head.version !== VERSION)
    throw new RecordingProblem(
      `It was recorded in version ${head.version} of the format, and this Plumbline reads version ${VERSION}: record it again.`,
    );
  const recording: Recording = { ...head, exchanges: [], accesses: [] };
  for (const [i, line] of lines.entries()) if (line !== '') addLine(recording, parsed(line, i + 2), i + 2);
  return recording;
}

function addLine({ exchanges, accesses }: Recording, value: unknown, line: number): void {
  if (is(Access, value)) accesses.push(value);
  else if (is(Exchange, value)) exchanges.push(value);
  else {
    const same = is(Again, value) ? exchanges[value.again] : undefined;
    if (same === undefined) throw new RecordingProblem(`Line ${line} is not one of a recording: record it again.`);
    exchanges.push(same);
  }
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    if (number === 1) return undefined;
    throw new RecordingProblem(
      `Line ${number} is cut off or no JSON: the recording was not finished. Record it again.`,
    );
  }
}

/** A body in the recording's format. */
export function writtenBody(body: Buffer): { text?: string; base64?: string } {
  if (body.length === 0) return {};
  const text = body.toString();
  return Buffer.from(text).equals(body) ? { text } : { base64: body.toString('base64') };
}

/** A body from the recording's format. */
export function bodyOf({ text, base64 }: { text?: string; base64?: string }): Buffer {
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}
