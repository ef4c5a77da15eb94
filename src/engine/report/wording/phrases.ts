import {
  amount,
  flag,
  items,
  opaque,
  policy,
  ranges,
  sources,
  value,
  type Phrase,
} from '../../../clouds/contract/phrases.ts';
import { entryOf } from '../../../clouds/clouds.ts';
import { unitOf } from './words.ts';

/** The attribute of a bucket, and of the separate resource. */
const objectLock = (name: string) =>
  ['', 'object_lock_configuration.'].map((outer) => `${outer}rule.default_retention.${name}`);

/** Phrases for attributes that mean the same in all types. */
export const ANY: readonly Phrase[] = [
  flag(['deletion_protection', 'deletion_protection_enabled', 'enable_deletion_protection'], 'deletion protection'),
  flag(['termination_protection', 'enable_termination_protection'], 'termination protection'),
  flag(['encrypted', 'storage_encrypted', 'at_rest_encryption_enabled'], 'encryption at rest'),
  flag('transit_encryption_enabled', 'encryption in transit'),
  flag('publicly_accessible', 'public access from the internet'),
  flag('force_destroy', 'deletion together with everything in it'),
  items(['security_groups', 'security_group_ids', 'vpc_security_group_ids'], 'the security group', {
    came: 'attached',
    went: 'detached',
  }),
  items('shared_accounts', 'sharing with account', { came: 'allowed', went: 'ended' }),
  items('subnet_ids', 'the subnet'),
  ranges('source_ranges', 'the source range'),
  sources(['public_access_cidrs', 'allowed_cidrs', 'allowed_ip_ranges', 'authorized_ip_ranges'], 'access'),
  value(['kms_key_id', 'kms_key_arn', 'kms_master_key_id'], 'the encryption key'),
  value('instance_type', 'the instance type'),
  value('engine_version', 'the engine version'),
  value('description', 'the description'),
  value('comment', 'the comment'),
  policy(['policy', 'access_policy', 'access_policies'], 'the policy'),
  amount('retention_in_days', 'the retention', 'days', { '0': 'unlimited' }),
  opaque('password', 'the password'),
  amount(objectLock('days'), 'the default retention of the object lock', 'days'),
  value(objectLock('mode'), 'the mode of the object lock'),
];

/** The phrase for an attribute: the type's own phrase, else the phrase for all types. */
export function phraseFor(type: string, name: string): Phrase | undefined {
  const isAbout = ({ at }: Phrase) => at.includes(name);
  return entryOf(type)?.phrases?.find(isAbout) ?? ANY.find(isAbout);
}

/** The unit of a type's attribute, if it is known. */
export function unitFor(type: string, name: string): string | undefined {
  const phrase = phraseFor(type, name);
  return (phrase?.kind === 'amount' ? phrase.unit : undefined) ?? unitOf(name);
}
