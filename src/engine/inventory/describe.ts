import { serviceOf } from '../../clouds/clouds.ts';
import { maskText, maskValue, secretsOf, withoutSecrets } from '../mask/mask.ts';
import type { Severity } from '../model/analysis.ts';
import type { ImportBy, ObjectParent, UnmanagedObject } from '../model/inventory.ts';
import { plain } from '../report/wording/clean.ts';
import { weighAlone } from '../report/severity/severity.ts';
import { fieldOf, fields } from '../value/canonical.ts';
import type { Classified } from './classes/classify.ts';
import { tagsOf, textMembers } from './classes/subject.ts';
import { listedId, namesIn } from './names.ts';
import { placeFields } from './place-fields.ts';
import type { Proven } from './prove/proof.ts';

/** The severity and reason by class, for an object that no severity rule matches. */
const BASE: Readonly<Record<Classified['class'], { severity: Severity; why: string }>> = {
  added: { severity: 'medium', why: 'it was added to something that Terraform manages' },
  unmanaged: { severity: 'low', why: 'no state has it' },
  waiting: { severity: 'none', why: 'it is so young that an apply may still be under way' },
  owned: { severity: 'none', why: 'another tool manages it' },
  follows: { severity: 'none', why: 'it is a part of something that no state has' },
  provided: { severity: 'none', why: 'the cloud made it' },
};

/** Classes that keep this severity whatever the rules say, since nobody has to decide about their objects. */
const CLASSES_WITHOUT_RULES = new Set<Classified['class']>(['waiting', 'owned', 'provided']);

function weightOf({ candidate: { type }, schema, live }: Proven, { class: kind, why }: Classified) {
  const base = BASE[kind];
  const weight = CLASSES_WITHOUT_RULES.has(kind) ? undefined : weighAlone(type, schema, live, kind === 'added');
  if (weight === undefined) return { severity: base.severity, severity_rule: kind, severity_reason: why ?? base.why };
  return { severity: weight.severity, severity_rule: weight.rule, severity_reason: plain(maskText(weight.why)) };
}

/** A text attribute in its masked form. */
function shownText({ schema, live }: Proven, name: string): string | undefined {
  const value = fieldOf(fields(live), name);
  if (typeof value !== 'string' || value === '') return undefined;
  const { shown } = maskValue(value, { schema, path: [name], sensitivePaths: [], whole: live });
  return typeof shown === 'string' ? shown : undefined;
}

function shownTags({ schema, live }: Proven, masked: (text: string) => string): Record<string, string> {
  const tags = tagsOf(live);
  const { shown } = maskValue(tags, { schema, path: ['tags'], sensitivePaths: [], whole: live });
  return Object.fromEntries(Object.entries(textMembers(fields(shown))).map((tag) => tag.map(masked)));
}

type Identity = Extract<ImportBy, { identity: unknown }>['identity'];

const maskedIdentity = (identity: Identity, masked: (text: string) => string): Identity =>
  JSON.parse(
    JSON.stringify(identity, (_key, value: unknown) => (typeof value === 'string' ? masked(value) : value)),
  ) as Identity;

/**
 * A proven object as it is reported and stored: plain data with masked texts. An import id or identity may contain a
 * secret of the object, which is masked, too, and then no import can use it. The id of an access key is no secret.
 */
export function describeObject(
  proven: Proven,
  classified: Classified,
  { parent, created }: { parent: ObjectParent | undefined; created: Date | undefined },
): UnmanagedObject {
  const { candidate, schema, live, by } = proven;
  const { type, ids } = candidate;
  const secrets = secretsOf(schema, [live], []);
  // No database stores the character with the code 0.
  const stored = (text: string) => withoutSecrets(text, secrets).replaceAll('\0', '');
  const masked = (text: string) => stored(maskText(text));
  const id = shownText(proven, 'arn') ?? shownText(proven, 'id') ?? listedId(ids);
  const name = namesIn(fields(live)).name ?? ids.name ?? tagsOf(live).Name;
  const imported: ImportBy = 'id' in by ? { id: stored(by.id) } : { identity: maskedIdentity(by.identity, stored) };
  const weight = weightOf(proven, classified);
  return {
    type,
    service: serviceOf(type),
    class: classified.class,
    ...placeFields(candidate),
    cloud_id: stored(id),
    ...(name !== undefined && { name: masked(name) }),
    import: imported,
    ...(parent && { parent: { ...parent, id: stored(parent.id) } }),
    ...(classified.owner !== undefined && { owner: masked(classified.owner) }),
    ...weight,
    severity_reason: masked(weight.severity_reason),
    tags: shownTags(proven, masked),
    ...(created && { created_at: created.toISOString() }),
  };
}
