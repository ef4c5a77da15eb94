import { visible } from '../../base/visible.ts';
import { headlineOf, type HookMessage } from './message.ts';

/**
 * The maximal number of resources in a message, and lengths of texts. Slack accepts blocks of up to 3,000 characters.
 */
const [MAX_LINES, MAX_LINE_LENGTH, MAX_PLAIN_LENGTH] = [5, 300, 1_000];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes Slack's mrkdwn: mentions, links and entities start with these,
 * https://docs.slack.dev/messaging/formatting-message-text
 */
const escaped = (text: string) => text.replace(/[&<>]/g, (c) => ENTITIES[c] ?? '');

/** Text from outside as code, so that it cannot contain a mention, a link, an emoji or a style. */
const code = (text: string) =>
  `\`${escaped(visible(text).replaceAll('`', "'").slice(0, MAX_LINE_LENGTH).toWellFormed())}\``;

// Verbatim, so that Slack does not turn look-alikes into links and mentions.
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });
const plain = (text: string) => ({
  type: 'section',
  text: { type: 'plain_text', text: visible(text).slice(0, MAX_PLAIN_LENGTH).toWellFormed(), emoji: false },
});

function linesOf({ data: { findings, opened, resolved } }: HookMessage): string[] {
  if (resolved)
    return resolved.incidents.map(({ resource, resolution }) => `• ${code(resource)} ${resolution ?? ''}`.trimEnd());
  const listed = opened?.incidents ?? findings?.worst ?? [];
  return listed.map((one) => {
    const { severity, resource, kind } = one;
    // The id of an object that no state has says little.
    const text = kind === 'unmanaged' && 'summary' in one ? code(one.summary) : `${code(resource)} ${kind ?? ''}`;
    return `• *${severity ?? 'none'}* ${text}`.trimEnd();
  });
}

function uncheckedLines({ data: { analysis } }: HookMessage): string[] {
  if (!analysis) return [];
  const { counts, states } = analysis;
  const unread = counts.unreadable + counts.unsupported + counts.suspect;
  const parts = [
    unread > 0 && `${unread} of ${counts.resources} resources not checked`,
    states.unreadable > 0 && `${states.unreadable} of ${states.total} states could not be read`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? [] : [`${parts.join('; ')}.`];
}

/** A message for incoming webhooks of Slack and compatible services. */
export function slackMessage(message: HookMessage): { text: string; blocks: object[] } {
  const headline = escaped(visible(headlineOf(message)));
  const { analysis, links } = message.data;
  const lines = linesOf(message);
  const total = message.data.resolved?.count ?? message.data.opened?.count ?? message.data.findings?.total ?? 0;
  const shown = lines.slice(0, MAX_LINES);
  const more = total > shown.length && shown.length > 0 ? [`… and ${total - shown.length} more`] : [];
  const { error = null } = analysis ?? {};
  return {
    text: headline,
    blocks: [
      section(`*${headline}*`),
      ...(error ? [plain(error.detail)] : []),
      ...[...shown, ...more].map(section),
      ...uncheckedLines(message).map((line) => plain(line)),
      ...(analysis ? [section(links ? `<${escaped(links.analysis)}|${analysis.id}>` : analysis.id)] : []),
    ],
  };
}
