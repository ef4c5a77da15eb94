import { added, anyOf, bothWays, nowAndBefore, removed, sayAll, type Rule } from './change.ts';

/** Attributes that name the destination of logs, events or messages. */
type Destination = {
  id: string;
  names: RegExp;
  /** The start of the sentence: `its logs go`. */
  what: string;
  /** The sentence for a removed destination. `came`: the sentence for a new one, if that is an improvement. */
  gone: string;
  came?: string;
};

const DESTINATIONS: readonly Destination[] = [
  {
    id: 'audit-off',
    names: anyOf(
      /[:.](logging|logging_config|access_logs?|access_log_settings|logging_info|log_destination)(\.\w+)*\.?(bucket|bucket_name|log_bucket|target_bucket|destination_arn|log_destination|log_group_name)$/,
      /[:.](log_destination|s3_bucket_name|cloud_watch_logs_group_arn)$/,
      /_log_subscription_filter:destination_arn$/,
      /^google_logging_\w+_sink:destination$/,
      /^azurerm_monitor_diagnostic_setting:(storage_account_id|log_analytics_workspace_id|eventhub_name)$/,
      /^datadog_logs_archive:\w+_archive\.(bucket|container)$/,
      /^datadog_logs_custom_destination:\w+_destination\.endpoint$/,
      /^cloudflare_logpush_job:destination_conf$/,
      /^minio_(audit|logger)_webhook:endpoint$/,
    ),
    what: 'its logs go',
    gone: 'its logs are no longer written',
    came: 'logging was extended',
  },
  {
    id: 'destination-changed',
    names: anyOf(
      /_cloudwatch_event_target:arn$/,
      /_cloudwatch_metric_alarm:alarm_actions$/,
      /_sns_topic_subscription:endpoint$/,
      /_s3_bucket_notification:(queue\.queue_arn|topic\.topic_arn|lambda_function\.lambda_function_arn)$/,
      /[:.]destination_config\.on_(failure|success)\.destination(_arn)?$/,
      /_kinesis_firehose_delivery_stream:\w+_configuration\.(bucket_arn|url|cluster_endpoint)$/,
      /_cloudwatch_metric_stream:firehose_arn$/,
      /_pipes_pipe:target$/,
      /_cloudwatch_event_api_destination:invocation_endpoint$/,
      /_s3_bucket_inventory:destination\.bucket\.bucket_arn$/,
      /_webhooks?:(configuration\.)?(url|endpoint)$/,
      /^google_pubsub_subscription:push_config\.push_endpoint$/,
      /^rabbitmq_shovel:info\.destination_(uri|queue|exchange|address)$/,
      /^minio_notify_\w+:endpoint$/,
    ),
    what: 'what it sends goes',
    gone: 'what it sent is no longer sent',
  },
];

/** Lists whose entries are required: logs that are written, checks that have to pass. */
const REQUIRED: readonly { id: string; names: RegExp; says: string; more: string }[] = [
  {
    id: 'audit-off',
    names:
      /[:.](enabled_cloudwatch_logs_exports|enabled_cluster_log_types|cloudwatch_logs_exports|logging_config\.enable_components|enabled_log\.category(_group)?)$/,
    says: 'these logs are no longer written',
    more: 'logging was extended',
  },
  {
    id: 'review-off',
    names: /^github_branch_protection(_v3)?:required_status_checks\.(contexts|checks)$/,
    says: 'these checks no longer need to pass',
    more: 'more checks have to pass now',
  },
];

/** Rules for the destinations of logs and events, and for lists of logs. */
export const DESTINATION_RULES: readonly Rule[] = [
  ...DESTINATIONS.flatMap(({ id, names, what, gone, came }) => {
    const rules = bothWays({ id, severity: 'high' }, (way, leaf) => {
      if (!names.test(leaf.place)) return undefined;
      if (way === 'better') return leaf.before.length === 0 ? came : undefined;
      if (leaf.live.length === 0) return gone;
      const isMore = leaf.before.length === 0 || removed(leaf).length === 0;
      if (isMore) return came === undefined ? `${what} to ${sayAll(leaf, added(leaf))}, too` : undefined;
      return leaf.sensitive ? `${what} elsewhere now` : `${what} to ${nowAndBefore(leaf)}`;
    });
    return came === undefined ? rules.slice(0, 1) : rules;
  }),
  ...REQUIRED.flatMap(({ id, names, says, more }) =>
    bothWays({ id, severity: 'high' }, (way, leaf) => {
      if (!names.test(leaf.place)) return undefined;
      if (way === 'better') return leaf.live.length > leaf.before.length ? more : undefined;
      return removed(leaf).length > 0 ? `${says}: ${sayAll(leaf, removed(leaf))}` : undefined;
    }),
  ),
];
