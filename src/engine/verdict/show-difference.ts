import type { Json } from '../../base/json.ts';
import type { Path, Value } from '../../base/value.ts';
import { stable } from '../value/stable.ts';
import type { Observed } from '../compare/observed.ts';
import { MASK, maskSecrets, maskValue, type Secrets } from '../mask/mask.ts';

/**
 * Both sides of a difference in a form that may be shown. `sensitive` if a value was masked, `cut` if a value is too
 * large to be searched for secrets.
 */
export type ShownDifference = { before: Json; after: Json; sensitive: boolean; cut: boolean };

/**
 * Masks both values of a difference.
 * @param secrets the secrets of the instance
 */
export function showDifference(
  { schema, instance, outcome }: Observed,
  { path, before, live }: { path: Path; before: Value; live: Value },
  secrets: Secrets,
): ShownDifference {
  const place = { schema, path, sensitivePaths: instance.sensitivePaths };
  const masked = (value: Value, whole: Value | undefined) => {
    const own = maskValue(value, whole === undefined ? place : { ...place, whole });
    const shown = maskSecrets(own.shown, secrets);
    return { shown, cut: own.cut === true, masked: own.masked || stable(shown) !== stable(own.shown) };
  };
  const was = masked(before, outcome.before);
  const is = masked(live, outcome.status === 'read' ? outcome.live : undefined);
  // If only one side were masked, the other would reveal that it is empty.
  const whole = was.shown === MASK || is.shown === MASK;
  return {
    before: whole ? MASK : was.shown,
    after: whole ? MASK : is.shown,
    sensitive: was.masked || is.masked,
    cut: was.cut || is.cut,
  };
}
