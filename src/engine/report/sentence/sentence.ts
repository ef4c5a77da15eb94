import { entryOf } from '../../../clouds/clouds.ts';
import type { Finding } from '../../model/analysis.ts';
import { maskText } from '../../mask/mask.ts';
import { addressIn } from './act.ts';
import { cut, plain } from '../wording/clean.ts';
import { clausesFor } from './clauses.ts';
import { placeOf } from './place.ts';
import { join, labelOf, sayOne } from '../wording/words.ts';

const MAX_SENTENCE = 500;
const MAX_CLAUSES = 3;

/** The location of a change: `outside Terraform in prod (eu-west-1)`. For a side effect it also names the cause. */
export function locationText({ finding, tags }: TaggedFinding): string {
  const cause = finding.caused_by && addressIn(finding.caused_by.resource);
  const how = cause === undefined ? 'outside Terraform' : `together with a change to ${cause} outside Terraform`;
  return [how, placeOf(finding, tags)].filter((one) => one !== '').join(' ');
}

/** The verb and noun for the target of an event rule, by the service and kind of resource in its ARN. */
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

/** The text for a called target: `calls the Lambda function take-order`. Undefined for text that is no ARN. */
function calledText(arn: string | undefined): string | undefined {
  if (arn === undefined || !arn.startsWith('arn:')) return undefined;
  for (const [form, verb] of CALLED) {
    const name = sayOne(form.exec(arn)?.[1] ?? null);
    if (name !== undefined) return `${verb} ${name}`;
  }
  const name = sayOne(arn);
  return name === undefined ? undefined : `triggers ${name}`;
}

/** The sentence for a deletion: the kind of resource (`the SNS topic`) and the effect. */
function deletion(finding: Finding, where: string, named: boolean): string {
  const entry = entryOf(finding.type);
  const noun = entry?.noun ?? labelOf(finding.type.replace(/^[a-z]+_/, ''));
  const called = entry?.calls === true ? calledText(finding.cloud_id) : undefined;
  const effect = called === undefined ? entry?.so : `the rule no longer ${called}`;
  const so = effect === undefined ? '' : `, so that ${effect}`;
  const thing = named ? `${noun} ${addressIn(finding.resource)}` : noun;
  return `the ${thing} ${entry?.gone ?? 'was deleted'} ${where}${so}`;
}

const SWITCHED = /^(.+) (?:was|were) (switched (?:on|off))$/;

/** Joins switches of the same direction into one clause: `the one and the other were switched off`. */
function switched(texts: readonly string[]): string[] {
  const ways = Map.groupBy(texts, (text) => SWITCHED.exec(text)?.[2] ?? text);
  return [...ways].flatMap(([way, those]) =>
    those.length > 1 ? [`${join(those.map((text) => SWITCHED.exec(text)?.[1] ?? text))} were ${way}`] : those,
  );
}

/** Joins at most `max` clauses, and counts the others. */
function together(texts: readonly string[], max: number): string {
  const shown = switched(texts.slice(0, max));
  const more = Math.max(texts.length - max, 0);
  if (more > 0) shown.push(more === 1 ? '1 more change was made' : `${more} more changes were made`);
  return join(shown, shown.length);
}

/** The changes, the worst first: as many as fit into the sentence that `sentence` builds from them. */
function change(finding: Finding, sentence: (changes: string) => string = (changes) => changes): string {
  const clauses = clausesFor(finding).map(({ text }) => text);
  const texts = clauses.length === 0 ? ['the settings were changed'] : clauses;
  const tries = Array.from({ length: MAX_CLAUSES }, (_, i) => sentence(together(texts, MAX_CLAUSES - i)));
  return tries.find((text) => text.length <= MAX_SENTENCE) ?? tries.at(-1) ?? '';
}

/** The sentence for a change, with its resource and location. */
const changeOf = (incident: TaggedFinding): string =>
  change(incident.finding, (changes) => {
    const on = changes.endsWith(' on') ? 'for' : 'on';
    return `${changes} ${on} ${addressIn(incident.finding.resource)} ${locationText(incident)}`;
  });

/** Capitalises the first word of a sentence unless it is a name. */
export const capital = (text: string) => text.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase());

/** A finding with the tags of its resource. Both are already masked. */
export type TaggedFinding = { finding: Finding; tags?: Readonly<Record<string, string>> };

/**
 * The summary of a finding's incident: the change, the resource and the location. One line of at most 500 characters
 * without a full stop, in words that people search for, without masked values. Equal findings have equal sentences.
 */
export function incidentSummary(incident: TaggedFinding): string {
  const { finding } = incident;
  return clean(
    capital(finding.kind === 'deleted' ? deletion(finding, locationText(incident), true) : changeOf(incident)),
  );
}

const clean = (text: string) => cut(plain(maskText(plain(text))), MAX_SENTENCE).replace(/[\s.]+$/, '');

/** The same text as a clause, without the resource and location. The worst change comes first. */
export const findingClause = (finding: Finding): string =>
  clean(finding.kind === 'deleted' ? deletion(finding, 'outside Terraform', false) : change(finding));
