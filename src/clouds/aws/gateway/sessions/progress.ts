import type { Listener, Progress } from '../call/types.ts';

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
