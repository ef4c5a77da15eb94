import type { Json } from '../../base/json.ts';
import type { Path, Value } from '../../base/value.ts';
import { stable } from '../value/stable.ts';
import type { Observed } from '../compare/observed.ts';
import { MASK, maskSecrets, maskValue, type Secrets } from '../mask/mask.ts';

/** Both sides of a difference as they may be shown, and whether they contain masked values, or are too large to search for secrets. */
export type ShownDifference = { before: Json; after: Json; sensitive: boolean; cut: boolean };

/** Masks both values of a difference. `secrets` are those of the instance. */
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
  // An unmasked empty side would reveal that it is empty.
  const whole = was.shown === MASK || is.shown === MASK;
  return {
    before: whole ? MASK : was.shown,
    after: whole ? MASK : is.shown,
    sensitive: was.masked || is.masked,
    cut: was.cut || is.cut,
  };
}
