import type { Static, TSchema } from 'typebox';
import type { Ctx } from '../../../services/base/context.ts';
import type { Services } from '../../../services/services.ts';

export type Found = {
  /** The whole result, typed by the tool's output schema. */
  data: Record<string, unknown>;
  /** A summary in Plumbline's own words: numbers and ids, no text from outside. */
  headline: string;
  /** `data` as lines to read, which may contain texts from outside. */
  lines: string[];
};

/** A tool: a reading use case, with the description that an agent chooses it by. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  output: TSchema;
  /** Counts against the limits of recall, not the general ones. */
  recalls: boolean;
  /** `input` has been validated against the schema. Throws `AppError`. */
  call: (ctx: Ctx & Services, input: unknown) => Promise<Found>;
};

type Defined<Input extends TSchema> = Omit<Tool, 'call' | 'input' | 'recalls'> & {
  input: Input;
  recalls?: true;
  call: (ctx: Ctx & Services, input: Static<Input>) => Promise<Found>;
};

/** A tool whose `call` is typed by its input schema. */
export function defineTool<Input extends TSchema>({ call, ...tool }: Defined<Input>): Tool {
  return { ...tool, recalls: tool.recalls ?? false, call: (ctx, input) => call(ctx, input as Static<Input>) };
}
