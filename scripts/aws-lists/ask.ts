import { createGateway } from '../../src/clouds/aws/gateway/gateway.ts';
import { guard } from '../../src/clouds/aws/gateway/actions/guard.ts';
import { createCallCounts } from '../../src/clouds/aws/gateway/sessions/call-counts.ts';
import type { SessionHandle } from '../../src/clouds/aws/gateway/call/types.ts';
import { pagesOf } from '../../src/clouds/aws/inventory/pages.ts';
import { choicesOf } from '../../src/clouds/aws/inventory/request.ts';
import { readLists, type ListOperation } from '../../src/clouds/aws/inventory/table.ts';
import { forEachBounded } from '../../src/engine/refresh/bounded.ts';
import type { Draft } from './operations.ts';

/** The outputs of an operation for one argument. */
export type Answered = { draft: Draft; argument: string | undefined; region: string; outputs: readonly unknown[] };

/** The account of the emulator. */
export const ACCOUNT = '123456789012';
const MAX_ASKED = 12;

/** The operation of a draft, as the lister reads it from the table. */
export function operationOf({ serviceLine, operationLine }: Draft): ListOperation {
  const read = readLists(`${serviceLine}\n${operationLine}\n\tdraft\t\t{}\n`).get('draft');
  if (read === undefined) throw new Error(`unreadable: ${operationLine}`);
  return read.operation;
}

/** Calls an emulator through the gateway. A call that the gateway refuses has no outputs. */
export function createAsker(endpoint: string) {
  // No rate limit and no retries: an operation that the emulator lacks would fail again.
  const gateway = createGateway({ stages: [guard] });
  const credentials = async () => ({ accessKeyId: 'test', secretAccessKey: 'test' });
  const session: SessionHandle = gateway.session({
    by: {},
    account: ACCOUNT,
    credentials,
    endpoint,
    secretValues: false,
    counter: createCallCounts().at(ACCOUNT),
  });

  const outputsOf = async (draft: Draft, argument: string | undefined, region: string): Promise<unknown[]> => {
    const operation = operationOf(draft);
    const outputs: unknown[] = [];
    const asking = { gateway, session, region, signal: AbortSignal.timeout(60_000) };
    for (const choice of choicesOf(operation)) {
      const pages = pagesOf(operation, { parent: argument, choice }, asking, () => undefined);
      for await (const page of pages) outputs.push(page);
    }
    return outputs;
  };

  return {
    gateway,
    session,
    /** Calls the operations and returns the outputs of those that answer. */
    async ask(asked: readonly { draft: Draft; argument: string | undefined; region: string }[]): Promise<Answered[]> {
      const answered: Answered[] = [];
      await forEachBounded(asked, MAX_ASKED, async ({ draft, argument, region }) => {
        const outputs = await outputsOf(draft, argument, region).catch(() => []);
        if (outputs.length > 0) answered.push({ draft, argument, region, outputs });
      });
      return answered;
    },
    close: () => gateway.close(),
  };
}
