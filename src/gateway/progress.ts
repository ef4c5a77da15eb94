import { saysNotThere } from './answers/kept.ts';
import { keyOf } from './answers/key.ts';
import type { Call, CloudAnswer } from './types.ts';

/** Calls that are remembered, and bytes of an answer. */
const MAX_CALLS = 200;
const MAX_BYTES = 65_536;
/** So often the same is asked by a read that waits for something to appear: others ask once, and again to make sure. */
const TIMES = 3;

/** What the cloud says to a call that is made again and again; the action is `sqs:GetQueueAttributes`. */
export type Repeated = { action: string; status: number; notThere: boolean; body: string };

/** How the calls of one visit go on: whoever waits for a read can tell by it whether that makes progress. */
export type Progress = {
  /** A call was sent, or answered by the cloud. */
  moved: () => void;
  /** A call waits for its turn: that is no standstill. */
  held: <T>(turn: Promise<T>) => Promise<T>;
  /** Another number than before where something has moved since. */
  moves: () => number;
  /** Hears what a provider got. */
  note: (call: Call, answer: CloudAnswer) => void;
  /** What was answered last to calls with this text in JSON that were made three times since then (`performance.now()`). */
  repeated: (text: string, since: number) => Repeated[];
};

type Asked = { times: number[]; call: Call; answer: CloudAnswer };

/** See `Progress`. Remembers the calls that were made last. */
export function createProgress(): Progress {
  const asked = new Map<string, Asked>();
  let [moves, held] = [0, 0];
  return {
    moved: () => void (moves += 1),
    async held(turn) {
      held += 1;
      try {
        return await turn;
      } finally {
        held -= 1;
      }
    },
    moves: () => (held > 0 ? (moves += 1) : moves),
    note(call, answer) {
      const { body } = answer;
      if (!Buffer.isBuffer(body) || body.length > MAX_BYTES || call.request.body.length > MAX_BYTES) return;
      const key = keyOf(call);
      const times = [...(asked.get(key)?.times ?? []), performance.now()].slice(-TIMES);
      asked.delete(key);
      asked.set(key, { times, call, answer });
      for (const oldest of asked.keys()) if (asked.size > MAX_CALLS) asked.delete(oldest);
    },
    repeated: (text, since) =>
      [...asked.values()]
        .filter(({ times: [first = 0, ...more] }) => more.length === TIMES - 1 && first >= since)
        .filter(({ call }) => call.request.body.includes(JSON.stringify(text)))
        .map(({ call: { action }, answer }) => ({
          action: `${action.service}:${action.name}`,
          status: answer.status,
          notThere: saysNotThere(answer),
          body: Buffer.isBuffer(answer.body) ? answer.body.toString('utf8') : '',
        })),
  };
}
