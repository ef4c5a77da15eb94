import { sayOne } from '../wording/words.ts';

/** What is done to a thing that is called, and what people call it, by the service and the kind of resource in its ARN. */
const CALLED: readonly (readonly [form: RegExp, verb: string])[] = [
  [/^arn:[^:]*:lambda:[^:]*:[^:]*:function:(.+)$/, 'calls the Lambda function'],
  [/^arn:[^:]*:sns:[^:]*:[^:]*:([^:]+)$/, 'notifies the SNS topic'],
  [/^arn:[^:]*:sqs:[^:]*:[^:]*:([^:]+)$/, 'sends messages to the SQS queue'],
  [/^arn:[^:]*:states:[^:]*:[^:]*:stateMachine:(.+)$/, 'starts the Step Functions state machine'],
  [/^arn:[^:]*:ecs:[^:]*:[^:]*:cluster\/(.+)$/, 'starts tasks in the ECS cluster'],
  [/^arn:[^:]*:kinesis:[^:]*:[^:]*:stream\/(.+)$/, 'sends records to the Kinesis stream'],
  [/^arn:[^:]*:firehose:[^:]*:[^:]*:deliverystream\/(.+)$/, 'sends records to the Firehose stream'],
  [/^arn:[^:]*:logs:[^:]*:[^:]*:log-group:([^:]+)(?::\*)?$/, 'writes to the log group'],
  [/^arn:[^:]*:events:[^:]*:[^:]*:event-bus\/(.+)$/, 'passes events to the event bus'],
  [/^arn:[^:]*:codebuild:[^:]*:[^:]*:project\/(.+)$/, 'starts the CodeBuild project'],
  [/^arn:[^:]*:codepipeline:[^:]*:[^:]*:(.+)$/, 'starts the pipeline'],
  [/^arn:[^:]*:batch:[^:]*:[^:]*:job-queue\/(.+)$/, 'starts jobs in the Batch queue'],
];

/** `calls the Lambda function take-order`, by an ARN; undefined for what is none. */
export function calledText(arn: string | undefined): string | undefined {
  if (arn === undefined || !arn.startsWith('arn:')) return undefined;
  for (const [form, verb] of CALLED) {
    const name = sayOne(form.exec(arn)?.[1] ?? null);
    if (name !== undefined) return `${verb} ${name}`;
  }
  const name = sayOne(arn);
  return name === undefined ? undefined : `triggers ${name}`;
}
