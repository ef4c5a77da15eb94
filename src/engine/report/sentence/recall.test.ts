import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseFindings } from '../../../../testkit/golden-findings.ts';
import { shippedRecall } from '../../../../testkit/recall.ts';
import { directionOf, type Direction } from '../../../recall/direction.ts';
import { embedIncident, embedIntent, incidentText } from '../../../recall/embed.ts';

const GOLDEN = new URL('golden/', import.meta.url);
const AREAS = readdirSync(GOLDEN).filter((file) => file !== 'estates.txt');

/** Intents, each with the resources whose incidents it should find. */
const INTENTS: [intent: string, ...resources: string[]][] = [
  ['open ssh to the world', 'aws_security_group.bastion', 'aws_network_acl.private', 'aws_network_acl_rule.ssh'],
  ['let people connect to the database from the whole internet', 'aws_db_instance.users', 'aws_mq_broker.jobs'],
  ['allow remote desktop from anywhere', 'aws_security_group_rule.admin'],
  [
    'stop servers from talking to the outside',
    'aws_security_group.cache',
    'aws_nat_gateway.a',
    'aws_default_security_group.main',
    'aws_vpc_security_group_egress_rule.dns',
    'aws_vpc_security_group_egress_rule.all',
  ],
  [
    'make the bucket world readable',
    'aws_s3_bucket.assets',
    'aws_s3_bucket_policy.assets',
    'aws_s3_bucket_acl.downloads',
    'aws_s3_bucket_public_access_block.assets',
  ],
  ['turn off copying of objects to the other region', 'aws_s3_bucket_replication_configuration.dr'],
  ['let any web site upload to the bucket', 'aws_s3_bucket_cors_configuration.uploads', 'aws_s3_bucket.site'],
  ['keep fewer days of database backups', 'aws_db_instance.orders', 'aws_rds_cluster.orders', 'aws_db_instance.test'],
  [
    'run the database in one zone to save money',
    'aws_db_instance.users',
    'aws_elasticache_replication_group.queue',
    'aws_db_instance.orders',
  ],
  ['upgrade postgres by hand', 'aws_db_instance.catalog', 'aws_db_instance.orders'],
  ['disable the trigger that feeds the consumer function', 'aws_lambda_event_source_mapping.orders'],
  ['call the function from outside without credentials', 'aws_lambda_function_url.hook'],
  ['give the function more time and memory', 'aws_lambda_function.worker'],
  ['pass a role with an inline policy', 'aws_iam_role.batch'],
  ['grant admin rights to a contractor', 'aws_iam_user_policy.contractor', 'aws_iam_policy.admin'],
  ['permit shorter passwords', 'aws_iam_account_password_policy.strict', 'aws_cognito_user_pool.customers'],
  ['turn off two factor login', 'aws_cognito_user_pool.staff', 'aws_cognito_user_pool.customers', 'aws_s3_bucket.site'],
  ['stop recording api activity', 'aws_cloudtrail.org', 'aws_cloudtrail.app'],
  ['pause intrusion detection', 'aws_guardduty_detector.main'],
  ['mute the cpu alarm', 'aws_cloudwatch_metric_alarm.cpu'],
  ['keep logs for a shorter time', 'aws_cloudwatch_log_group.app'],
  ['pause the nightly cron job', 'aws_cloudwatch_event_rule.nightly', 'aws_cloudwatch_event_target.nightly'],
  ['anyone can put messages on the queue', 'aws_sqs_queue_policy.orders', 'aws_sqs_queue.jobs[2]'],
  [
    'accept old tls versions',
    'aws_cloudfront_distribution.app',
    'aws_lb_listener.https',
    'azurerm_storage_account.data',
  ],
  ['unblock the addresses that attacked us', 'aws_wafv2_ip_set.blocklist', 'aws_wafv2_web_acl.shop'],
  ['drop in-flight requests when a target is taken out', 'aws_lb_target_group.grpc', 'aws_lb_target_group.api'],
  ['point the domain at another server', 'aws_route53_record.www', 'aws_route53_record.app'],
  ['lower how long dns answers are cached', 'aws_route53_record.www'],
  ['disable rotation of the encryption key', 'aws_kms_key.data'],
  ['change the bootstrap script of the build machine', 'aws_instance.ci', 'aws_launch_template.workers'],
  ['use the old instance metadata service', 'aws_instance.web', 'aws_launch_template.batch', 'aws_instance.db'],
  ['shut down all instances of the fleet', 'aws_autoscaling_group.web'],
  ['get a shell in a running container', 'aws_ecs_service.api'],
  ['expose the kubernetes control plane', 'aws_eks_cluster.main', 'aws_eks_cluster.batch'],
  ['items of the sessions table no longer expire', 'aws_dynamodb_table.sessions'],
  [
    'replace database credentials in the vault',
    'aws_secretsmanager_secret_version.db',
    'aws_secretsmanager_secret_version.api',
    'aws_secretsmanager_secret_rotation.db',
  ],
  ['delete the disk of a server', 'aws_ebs_volume.data'],
  ['give up a fixed public address', 'aws_eip.vpn', 'aws_eip.nat'],
  ['let images be overwritten in the registry', 'aws_ecr_repository.api'],
  ['allow the vendor account to decrypt', 'aws_kms_key.shared'],
];

const findings = AREAS.flatMap((file) => parseFindings(readFileSync(new URL(file, GOLDEN), 'utf8')));

test('finds the sentence from a description of the same change in other words', () => {
  const model = shippedRecall();
  const incidents = findings.map(({ resource, message: summary }) => ({
    resource,
    vector: embedIncident(model, incidentText({ resource, summary })),
  }));
  expect(incidents.length).toBeGreaterThan(300);
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const missed = INTENTS.flatMap(([intent, ...resources]) => {
    const vector = embedIntent(model, intent);
    const ranked = incidents
      .map((one) => ({ resource: one.resource, likeness: cosine(vector, one.vector) }))
      .toSorted((a, b) => b.likeness - a.likeness);
    const found = ranked.slice(0, 5).map(({ resource }) => resource);
    return found.some((one) => resources.includes(one)) ? [] : [`${intent}: ${found.join(', ')}`];
  });
  const most = Math.floor(INTENTS.length / 20);
  expect(missed.length > most ? missed : []).toEqual([]);
});

/** Verbs that say a direction. */
const VERBS: [verb: RegExp, way: keyof Direction, sign: number][] = [
  [/ (?:was|were) opened to /, 'access', 1],
  [/ (?:was|were) closed to /, 'access', -1],
  [/ (?:was|were) (?:switched|turned) on /, 'state', 1],
  [/ (?:was|were) (?:switched off|turned off|disabled|deleted) /, 'state', -1],
  [/ (?:was|were) raised from /, 'amount', 1],
  [/ (?:was|were) lowered from /, 'amount', -1],
];
/** A sentence about several changes, whose directions may differ. */
const SEVERAL = / and |, | without |\(it was /;
/** Here one change is written as a negation of another. */
const NEGATED = /may not be used|the account no longer/;

test.each(VERBS)('says the direction in a sentence that has %s', (verb, way, sign) => {
  const sentences = findings.map(({ message }) => message.replace(/, so that .*$/, ''));
  const of = sentences.filter((text) => verb.test(text) && !SEVERAL.test(text) && !NEGATED.test(text));
  expect(of.length).toBeGreaterThan(0);
  expect(of.filter((text) => directionOf(text)[way] !== sign)).toEqual([]);
});
