import { describe, expect, test } from 'vitest';
import { shippedRecall } from '../../testkit/recall.ts';
import { expand } from './glossary.ts';
import { familiesMeant, familiesOf } from './intents.ts';
import { textVector } from './text-vector.ts';

const { table, intents } = shippedRecall();
const names = intents.families.map(({ name }) => name);

const ofIncident = (text: string) => {
  const { weights } = familiesOf(intents, `${text} ${expand(table.glossary, text)}`);
  return names.filter((_, family) => weights[family]! > 0);
};
const meant = (text: string) => {
  const { weights, confidence } = familiesMeant(intents, textVector(table, text));
  return { best: names[weights.indexOf(Math.max(...weights))], confidence };
};

describe('an incident', () => {
  test.each([
    ['aws_security_group.bastion: SSH (22/tcp) was opened to the internet', ['remote-login', 'inbound']],
    ['aws_db_instance.orders: The backup retention was lowered from 30 to 7 days', ['backups']],
    ['aws_cloudwatch_log_group.app: The log retention was lowered from 365 to 7 days', ['log-retention', 'log-off']],
    ['aws_lambda_function.mail: Timeouts were raised from 3 to 60 seconds', ['lambda-timeout']],
    ['google_compute_firewall.admin: RDP (3389/tcp) was opened to the internet', ['remote-login', 'inbound']],
    ['random_pet.name: the keeper was changed', []],
  ])('%s belongs to the families of its type and its words', (text, families) => {
    expect(ofIncident(text)).toEqual(families);
  });
});

describe('what somebody says', () => {
  test('means the family of each phrase of the book, with certainty', () => {
    const others = intents.families.flatMap(({ name, phrases }) =>
      phrases.filter(({ text }) => meant(text).best !== name).map(({ text }) => `${name}: ${text}`),
    );
    expect(others).toEqual([]);
    expect(meant('let the vendor log in from home').confidence).toBe(1);
  });

  test('means no family where no phrase is near', () => {
    expect(meant('bake bread without yeast').confidence).toBeLessThan(0.2);
  });
});
