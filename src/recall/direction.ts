import { NEGATIONS, WAYS, WORDS, type Way } from './direction-words.ts';

/**
 * The direction of a change: `access` (-1 closed, 1 opened), `state` (off, on) and `amount` (less or shorter, more or
 * longer). 0 where a text does not say.
 */
export type Direction = Readonly<Record<Way, number>>;

/** The number of words that a negation turns round. */
const REACH = 5;

/** Something that keeps people out: switching it off opens what is behind it. */
const BARRIER =
  /\b(?:block(?:ing|s)? of public|blocks? public|public access block|authentication|authori[sz]ation|second factor|mfa|multi-factor|firewall|waf)\b/;
/** The same, unless it is deleted: then it is somebody who can no longer get in. */
const LOGIN = /\b(?:logins?|passwords?|tokens?|credentials|sign in)\b/;
/** Letting a thing be deleted means to switch its protection off. */
const PROTECTION = /\b(?:protection|guard|safety)\b/;
const DELETING = /\b(?:delet\w*|terminat\w*|destroy\w*|remov\w*|throw away|wipe|erase)\b/;
const LETTING = /\b(?:allow\w*|permit\w*|let|able to|can|want to|may)\b/;
const FORBIDDING = /\b(?:forbid\w*|prevent\w*|nobody|never|no one|not|refuse\w*|protect\w*)\b/;

/** An address or another name, whose parts say nothing about a direction. */
const NAME = /[_/@\d]|[:.]\w/;
/** The effect of a deletion, which is in other words than the deletion. */
const EFFECT = ', so that ';

type Meaning = { way: Way; sign: number };

function dictionary() {
  const words = new Map<string, Meaning[]>();
  const stems: [stem: string, meaning: Meaning][] = [];
  const phrases: [phrase: RegExp, meaning: Meaning][] = [];
  const add = (word: string, meaning: Meaning) => {
    const spelled = word.replace('_*_', String.raw`(?: \w+){1,4} `).replaceAll('_', ' ');
    if (word.includes('_')) phrases.push([new RegExp(String.raw`\b${spelled}\b`, 'g'), meaning]);
    else if (word.endsWith('*')) stems.push([word.slice(0, -1), meaning]);
    else words.set(word, [...(words.get(word) ?? []), meaning]);
  };
  for (const way of WAYS) {
    for (const word of WORDS[way].up.split(/\s+/)) add(word, { way, sign: 1 });
    for (const word of WORDS[way].down.split(/\s+/)) add(word, { way, sign: -1 });
  }
  return { words, stems, phrases };
}

const { words: KNOWN, stems: STEMS, phrases: PHRASES } = dictionary();

const meaningsOf = (word: string): Meaning[] =>
  KNOWN.get(word) ?? STEMS.filter(([stem]) => word.startsWith(stem)).map(([, meaning]) => meaning);

/** The words of a text, without names, one blank between them. */
function plainWords(text: string): string {
  const [change = ''] = text.split(EFFECT);
  const tokens = change.split(/\s+/).filter((token) => !NAME.test(token));
  const words =
    tokens
      .join(' ')
      .toLowerCase()
      .replace(/['’]/g, '')
      .match(/[a-z]+(?:-[a-z]+)*/g) ?? [];
  return words
    .join(' ')
    .replace(/\bno longer\b/g, 'not')
    .replace(/\bany ?more\b/g, '');
}

/**
 * Reads the direction of a change from a text, which says what was done or what somebody is about to do. A negation
 * turns round what follows it, and of `changed from A to B` only B counts. Where a text says as much for either
 * direction, the first one counts: summaries begin with the worst change. Takes time in proportion to the text.
 */
export function directionOf(text: string): Direction {
  const whole = plainWords(text);
  const found: Meaning[] = [];
  let rest = whole;
  for (const [phrase, meaning] of PHRASES)
    rest = rest.replace(phrase, () => {
      found.push(meaning);
      return ' ';
    });
  let [turned, undone] = [0, false];
  for (const word of rest.split(' ')) {
    for (const { way, sign } of meaningsOf(word)) found.push({ way, sign: turned > 0 || undone ? -sign : sign });
    turned = NEGATIONS.has(word) ? REACH : turned - 1;
    undone = word === 'from' || (undone && word !== 'to');
  }
  const signOf = (of: Way) => {
    const signs = found.flatMap(({ way, sign }) => (way === of ? [sign] : []));
    return Math.sign(signs.reduce((sum, sign) => sum + sign, 0)) || (signs[0] ?? 0);
  };
  return aroundBarriers(whole, { access: signOf('access'), state: signOf('state'), amount: signOf('amount') });
}

function aroundBarriers(text: string, direction: Direction): Direction {
  if (PROTECTION.test(text)) return direction;
  const isDeleting = DELETING.test(text);
  const isBarrier = BARRIER.test(text) || (!isDeleting && LOGIN.test(text));
  if (isBarrier && direction.state !== 0) return { ...direction, access: -direction.state };
  if (!isDeleting) return direction;
  if (FORBIDDING.test(text)) return { ...direction, state: 1 };
  return LETTING.test(text) ? { ...direction, state: -1 } : direction;
}
