import type { EventHandler } from './types.ts';

/** What follows from which event, by code host and the host's name of the event. */
const HANDLERS: ReadonlyMap<string, ReadonlyMap<string, EventHandler>> = new Map([['github', new Map()]]);

/** The handler of an event with this action; undefined where nothing follows from it. */
export function handlerOf(codehost: string, event: string, action: string | null): EventHandler | undefined {
  const handler = HANDLERS.get(codehost)?.get(event);
  return action !== null && handler?.actions.includes(action) ? handler : undefined;
}
