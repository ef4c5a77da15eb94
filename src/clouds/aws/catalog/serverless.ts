import { text } from '../../../engine/value/fields.ts';
import type { Catalog } from '../../contract/entry.ts';
import { amount, cases, entries, flag, items, opaque, value } from '../../contract/phrases.ts';
import { scaledTarget } from './scaled-target.ts';

const UNLIMITED = { '-1': 'no limit' };

/** Lambda functions, workflows, and the events that start them. */
export const SERVERLESS: Catalog = {
  aws_cloudwatch_event_rule: {
    noun: 'EventBridge rule',
    so: 'nothing is triggered by it',
    phrases: [
      flag(['state', 'is_enabled'], 'the event rule', ['enabled', 'disabled']),
      value('schedule_expression', 'the schedule'),
      opaque('event_pattern', 'the event pattern'),
    ],
  },
  aws_cloudwatch_event_target: {
    noun: 'EventBridge target',
    gone: 'was removed',
    so: 'the rule no longer triggers it',
    calls: true,
    phrases: [
      value('arn', 'the target that the rule triggers'),
      opaque(['input', 'input_transformer', 'input_path'], 'the input of the target'),
      value('role_arn', 'the role of the target'),
    ],
  },
  aws_lambda_alias: {
    noun: 'Lambda alias',
    so: 'invocations through it fail',
    phrases: [value('function_version', 'the version that the alias points to')],
  },
  aws_lambda_event_source_mapping: {
    noun: 'Lambda trigger',
    so: 'the function no longer gets the events',
    phrases: [
      flag('enabled', 'the trigger of the function', ['enabled', 'disabled']),
      amount('batch_size', 'the batch size of the trigger (messages handed to the function at once)'),
      amount('maximum_batching_window_in_seconds', 'the batching window of the trigger', 'seconds'),
    ],
  },
  aws_lambda_function: {
    noun: 'Lambda function',
    so: 'nothing can invoke it',
    phrases: [
      amount('memory_size', 'the memory of the function', 'MB'),
      amount('timeout', 'the timeout of the function', 'seconds'),
      value('runtime', 'the runtime'),
      value('handler', 'the handler'),
      entries('environment.variables', 'the environment variable'),
      amount('reserved_concurrent_executions', 'the reserved concurrency', undefined, UNLIMITED),
      items('layers', 'the layer'),
      value('role', 'the execution role'),
      opaque(['source_code_hash', 'code_sha256'], 'the code of the function'),
      value('image_uri', 'the container image of the function'),
      items('vpc_config.subnet_ids', 'the function subnet'),
      value('dead_letter_config.target_arn', 'the dead-letter queue for failed events'),
      value('tracing_config.mode', 'the tracing mode'),
    ],
  },
  aws_lambda_function_url: {
    noun: 'Lambda function URL',
    so: 'it can no longer be called by its URL',
    phrases: [
      cases('authorization_type', 'the authorization of the function URL', {
        NONE: 'the function URL was opened to anybody without authentication',
        AWS_IAM: 'the function URL was restricted to authenticated callers (IAM)',
      }),
    ],
  },
  aws_lambda_invocation: { isNeverRead: true },
  aws_lambda_permission: {
    noun: 'Lambda invoke permission',
    gone: 'was removed',
    so: 'what invoked the function through it is refused',
  },
  aws_lambda_provisioned_concurrency_config: {
    scaled: [
      scaledTarget(
        'provisioned_concurrent_executions',
        'lambda:function:ProvisionedConcurrency',
        ({ function_name: name, qualifier }) => [`function:${text(name).split(':').at(-1)}:${text(qualifier)}`],
      ),
    ],
  },
  aws_pipes_pipe: { noun: 'EventBridge pipe', so: 'events no longer reach its target' },
  aws_scheduler_schedule: {
    noun: 'EventBridge schedule',
    so: 'nothing is started by it',
    phrases: [value('schedule_expression', 'the schedule'), flag('state', 'the schedule', ['enabled', 'disabled'])],
  },
  aws_sfn_state_machine: {
    noun: 'Step Functions state machine',
    so: 'the workflow can no longer be started',
    phrases: [opaque('definition', 'the workflow definition')],
  },
};
