import type { Call, CloudAnswer } from './types.ts';

/** Hears what a provider got. `askers`: how many listen for the same text: the call is that of any of them. */
export type Listener = (call: Call, answer: CloudAnswer, askers: number) => void;

/** How the calls of one visit go on: whoever waits for a read can tell by it whether that makes progress. */
export type Progress = {
  /** A call is sent: the cloud's answer to it is waited for. */
  sent: <T>(answer: Promise<T>) => Promise<T>;
  /** A call waits for its turn: that is no standstill. */
  held: <T>(turn: Promise<T>) => Promise<T>;
  /** Another number than before where something has moved since. */
  moves: () => number;
  /** Whether the cloud has yet to answer a call. */
  isAsking: () => boolean;
  /** Passes on what a provider got. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** Has answers heard to calls whose body holds this text in JSON, until the function that is returned is called. */
  listen: (text: string, heard: Listener) => () => void;
};

/** See `Progress`. */
export function createProgress(): Progress {
  const listeners = new Set<{ json: string; heard: Listener }>();
  let [moves, asking, held] = [0, 0, 0];
  return {
    async sent(answer) {
      moves += 1;
      asking += 1;
      try {
        return await answer;
      } finally {
        asking -= 1;
        moves += 1;
      }
    },
    async held(turn) {
      held += 1;
      try {
        return await turn;
      } finally {
        held -= 1;
      }
    },
    moves: () => (held > 0 ? (moves += 1) : moves),
    isAsking: () => asking > 0,
    note(call, answer) {
      const concerned = [...listeners].filter(({ json }) => call.request.body.includes(json));
      for (const { json, heard } of concerned)
        heard(call, answer, concerned.filter((other) => other.json === json).length);
    },
    listen(text, heard) {
      const listener = { json: JSON.stringify(text), heard };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
