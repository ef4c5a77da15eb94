import { severityRank, SEVERITIES } from '../../engine/model/analysis.ts';
import type { Tally } from '../../engine/report/tally.ts';
import { claimsTooMuch, isBorneOut } from './claims.ts';
import type { FindingFacts } from './finding-facts.ts';
import { ADDRESS, marker, NAME, type Marked } from './mark.ts';
import { countsOf, numbersHold } from './numbers.ts';

const MIN_TEXT_LENGTH = 40;
/** With what is said around it, a summary stays as long as it may be. */
export const MAX_TEXT_LENGTH = 3_000;
const MAX_LINES = 60;

/** Plain text: what Markdown, HTML, links and mentions are made of stands in names alone. */
const PLAIN = /^[\p{Script=Latin}\p{N}\s.,:;!?'"“”‘’()/%+=&\-–—…`→•\u{e000}\u{e001}]*$/u;
/** Commands that a summary may give, of addresses of the findings alone. */
const COMMAND =
  /\bterraform (?:apply(?: -refresh-only)?(?: -target=['"]?\u{e000}['"]?)*|plan(?: -target=['"]?\u{e000}['"]?)*|state rm ['"]?\u{e000}['"]?|import ['"]?\u{e000}['"]?(?: (?:NEW_ID|ID|\u{e001}))?)(?![\w-])/gu;
const LIST_MARK = /^\s*(?:[-•]|\d{1,2}[.)])\s+/;
const TERMS = new Set(
  'aws iam s3 ec2 vpc vpn kms rds sns sqs ecs eks ecr efs ebs alb nlb acl acls waf nat eni eip dns http https tls ssl ssh rdp tcp udp icmp ip ips ipv4 ipv6 cidr arn arns api apis url json mfa sse cloudtrail cloudwatch cloudfront dynamodb lambda route53 terraform opentofu plumbline postgresql mysql redis i ci cd id ids vm os cpu gb mb tb'.split(
    ' ',
  ),
);

/** Words and numbers of a line: `7-day` is two, `e.g.` is one. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\u{e000}\u{e001}][\p{L}\p{N}.,:'’/%-]*/gu) ?? []).flatMap((token) => {
    const word = token.replace(/[.,:'’/-]+$/, '');
    return /^\d+(?:\.\d+)?-\p{L}+$/u.test(word) || /^[\p{L}'’]+(?:[-/][\p{L}'’]+)+$/u.test(word)
      ? word.split(/[-/]/)
      : [word];
  });
}

const WORD = /^\p{L}[\p{L}'’]*$/u;
const NUMBER = /^\d+(?:,\d{3})*(?:\.\d+)?%?$/;
const isTerm = (word: string) => TERMS.has(word.toLowerCase());

/** Whether each word is a plain one, a number, or a term of the field; a name that the findings do not have is none of these. */
function areWords(words: readonly string[]): boolean {
  return words.every(
    (word) => WORD.test(word) || NUMBER.test(word) || isTerm(word) || /^(e\.g|i\.e|\u{e000}|\u{e001})$/u.test(word),
  );
}

/** Whether who or what has a capital in the middle of a sentence is somebody or something of the findings. */
function areCapitalsKnown(text: string, words: ReadonlySet<string>): boolean {
  const inside = text.matchAll(/(^|[.!?:;(“"'‘`–—-]\s*|\s)(\p{Lu}[\p{L}'’]*)/gu);
  return [...inside].every(([, before = '', word = '']) => {
    const begins = before.trim() !== '' || before === '';
    return begins || isTerm(word) || words.has(word.toLowerCase());
  });
}

const severityWords = /\b(critical|high|medium|low)(?=[\s-]*(?:severity|:|\)))|\b(critical)\b/g;

/** Whether what went from one number to another did so in a finding, and not the other way round; or these are the ends of a range. */
function isRightWay(line: string, about: readonly FindingFacts[]): boolean {
  return [...line.matchAll(/\bfrom (\d+(?:\.\d+)?)\b[^\d\n]{0,12}?\bto (\d+(?:\.\d+)?)(?![\d.]*\d)/g)].every(
    ([, one = '', other = '']) =>
      about.some(({ finding, text }) => {
        const holds = (value: unknown, number: string) =>
          (JSON.stringify(value) ?? '').split(/[^\d.]+/).includes(number);
        return (
          text.includes(`from ${one} to ${other}`) ||
          finding.attributes.some(({ before, after }) =>
            [
              [before, after],
              [before, before],
              [after, after],
            ].some(([a, b]) => holds(a, one) && holds(b, other)),
          )
        );
      }),
  );
}

/** What is wrong with one line; undefined where nothing is. */
function wrongIn({ text, scope, names }: Marked, all: readonly FindingFacts[], counts: ReturnType<typeof countsOf>) {
  const about = scope.length > 0 ? scope : all;
  const line = text.replace(LIST_MARK, '').replace(COMMAND, ' ');
  if (!PLAIN.test(line) || /\/\/|\bwww\b/i.test(line)) return 'characters';
  if (!names.every((name) => about.some((one) => one.names.has(name)))) return 'names';
  if (
    /\bterraform (?!plan\b|state\b|apply\b|configuration\b|code\b|run\b|files?\b)\w+ ?['"`]?[\u{e000}\u{e001}-]|(^|\s)--?[a-z]|&&/iu.test(
      line,
    )
  )
    return 'commands';
  // What is there and no longer in the state is nobody's.
  if (/terraform state rm/i.test(text) && !scope.every(({ finding }) => finding.kind === 'deleted')) return 'commands';
  const words = wordsOf(line);
  if (!areWords(words)) return 'names';
  // A value is said where it is said of what; elsewhere only what is counted.
  const values = new Set(scope.flatMap(({ numbers }) => [...numbers]));
  if (!numbersHold(words, values, counts) || !isRightWay(line, about)) return 'numbers';
  const vocabulary = new Set(all.flatMap((one) => one.text.match(/\p{L}+/gu) ?? []));
  if (!areCapitalsKnown(line, vocabulary)) return 'capitals';
  const lower = line.toLowerCase();
  if (!isBorneOut(lower, about.map((one) => one.text).join(' '))) return 'claims';
  const said = [...lower.matchAll(severityWords)].map(([, first, second]) => first ?? second);
  if (scope.length > 0 && !said.every((word) => scope.some(({ finding }) => finding.severity === word)))
    return 'severity';
  return undefined;
}

/** Whether what is worst is named, and before everything else. */
function isWorstFirst(lines: readonly Marked[], facts: readonly FindingFacts[]): boolean {
  const worst = Math.min(...facts.map(({ finding }) => severityRank(finding.severity)));
  const [first] = lines.flatMap(({ scope }) => (scope.length > 0 ? [scope] : []));
  return first?.some(({ finding }) => finding.severity === SEVERITIES[worst]) === true;
}

/**
 * What is wrong with a summary that somebody wrote of these findings; undefined where nothing is. It has to be plain text; each
 * name, address and number in it has to be one of the findings, and in a line about one of them, of that one; counts have to be
 * the counts; and it may not say what the findings do not bear out, nor that all is well.
 */
export function whatIsWrong(
  text: string,
  { facts, tally, states }: { facts: readonly FindingFacts[]; tally: Tally; states: number },
): string | undefined {
  if (text.length < MIN_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH) return 'length';
  const mark = marker(facts);
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(mark);
  if (lines.length > MAX_LINES) return 'length';
  if (!/[.!?)'"”`\u{e000}]\s*$/u.test(lines.at(-1)?.text ?? '')) return 'end';
  if (lines.some(({ text: line }) => claimsTooMuch(line.replaceAll(NAME, ' ').replaceAll(ADDRESS, ' '))))
    return 'claims';
  if (!isWorstFirst(lines, facts)) return 'order';
  const reported = new Set(lines.flatMap(({ scope }) => scope)).size;
  const counts = countsOf(tally, states, reported);
  return lines.map((line) => wrongIn(line, facts, counts)).find((wrong) => wrong !== undefined);
}
