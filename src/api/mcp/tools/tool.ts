import type { Static, TSchema } from 'typebox';
import type { Ctx } from '../../../services/base/context.ts';
import type { Services } from '../../../services/services.ts';

export type Found = {
  /** The whole of it, as the tool's output schema says. */
  data: Record<string, unknown>;
  /** The summary in our own words: numbers and ids, no text from outside. */
  headline: string;
  /** The same as `data` for somebody who reads, a line each; texts from outside may be in them. */
  lines: string[];
};

/** One tool: a use case that reads, with the description that an agent chooses it by. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  output: TSchema;
  /** Draws on the limits of recall, and not on the general ones. */
  recalls: boolean;
  /** `input` was validated against the schema. Throws `AppError`s. */
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
