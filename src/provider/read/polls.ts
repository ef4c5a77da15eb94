import type { Value } from '../../base/value.ts';
import { fields } from '../../engine/value/canonical.ts';
import { saysNotThere } from '../../clouds/aws/gateway/call/errors.ts';
import { entryOf } from '../../clouds/clouds.ts';
import type { Progress, CloudAnswer } from '../../clouds/aws/gateway/call/types.ts';

/** The number of equal calls that show polling: other reads make a call once, and once more to make sure. */
const TIMES = 3;

/**
 * Watches the calls of a read whose provider polls. The instance is reported as gone when its read has polled often
 * enough, and each answer is "not found" or the whole list without the instance. A call's read is not visible: a call
 * that several reads may have made counts as a fraction for each. Undefined for types whose reads do not poll.
 */
export function watchPoll(type: string, before: Value, { listen }: Pick<Progress, 'listen'>) {
  const poll = entryOf(type)?.polls;
  if (poll === undefined) return undefined;
  const known = fields(before);
  const [by, listedAs] = [known[poll.by], poll.listedAs === undefined ? undefined : known[poll.listedAs]];
  if (typeof by !== 'string' || by === '') return undefined;
  let [polls, mayBeThere] = [0, false];
  const stop = listen(by, ({ action, request }, answer, askers) => {
    if (`${action.service}:${action.name}` !== poll.action) return;
    if (saysNotThere(answer)) polls += 1 / askers;
    else if (answer.status >= 300) return;
    else if (typeof listedAs === 'string' && isWithout(listedAs, request.body, answer.body)) polls += 1 / askers;
    else mayBeThere = true;
  });
  // Sums of fractions have rounding errors.
  return { isReportedGone: () => !mayBeThere && polls > TIMES - 0.001, stop };
}

/** True where a complete list lacks this name. One page of several proves nothing. */
function isWithout(name: string, request: Buffer, answer: CloudAnswer['body']): boolean {
  if (name === '' || !Buffer.isBuffer(answer) || answer.includes(name)) return false;
  try {
    const [query, list] = [request, answer].map((body) => fields(JSON.parse(body.toString('utf8')) as Value));
    return (
      [query?.Marker, list?.NextMarker].every((page) => page === undefined || page === null) && list?.Truncated !== true
    );
  } catch {
    return false;
  }
}
