// Reading what people type, forgiving and never silently wrong, as primecards/rules/cards.py does.
// What cannot be read gives {problem}, a message that says what was read and what was not.

const RANGE = formula(`1–${HIGHEST}`);
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u061c\ufeff]/gu;
const SEPARATORS = /[\s\x1c-\x1f\x85,;:،؛、/|+&(){}[\]]+/u;
const PREFIX = /^(?:and|ו)[-־–]?(?=\d|[a-z]|[*★☆]|ה?חופשי)/u;

function normalised(text) {
  const kept = Array.from(text, (letter) => (/\p{No}/u.test(letter) ? letter : letter.normalize("NFKC")));
  return kept.join("").replace(UNSEEN, "").toLowerCase().replace(/\p{Nd}/gu, plainDigit);
}

// Digits of every script stand in tens, from 0 to 9.
function plainDigit(digit) {
  const point = digit.codePointAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

const shortened = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 3)}...`);

function cardOf(word) {
  if (BOOK.wild_words.includes(word)) return WILD;
  return /^[1-9]\d?$/.test(word) ? Number(word) : undefined;
}

function readCards(text) {
  if (text.length > BOOK.longest_text) {
    const values = { n: text.length, most: BOOK.longest_text };
    return {
      problem: msg("The text is too long to be cards: {n} characters, at most {most} are read.", values),
    };
  }
  const [cards, unread] = [[], []];
  for (const token of normalised(text).split(SEPARATORS)) {
    const word = token.replace(/^[."'״”“]+|[."'״”“]+$/gu, "");
    if (!word || BOOK.fillers.includes(word)) continue;
    const bare = word.startsWith("-") ? word : word.replace(PREFIX, "").replace(/^0+/, "");
    const found = cardOf(word) ?? cardOf(bare);
    if (found !== undefined) cards.push(found);
    else if (/^[-−–—+]?\d+$/u.test(word)) {
      const number = formula(shortened(word, 20));
      return {
        problem: msg("{number} is not a card: cards are the whole numbers {range} and the wild card w.", { number, range: RANGE }),
      };
    } else unread.push(token);
  }
  if (!unread.length) return { cards };
  const what = { name: shortened(unread.slice(0, 5).join(", "), 60) };
  return {
    problem: cards.length
      ? msg("Read {read}; not read: {unread}. Write cards as numbers {range}, and w for a wild card.", { read: cards, unread: what, range: RANGE })
      : msg("Not read: {unread}. Write cards as numbers {range}, and w for a wild card.", { unread: what, range: RANGE }),
  };
}

const saysNone = (text) => BOOK.no_card.includes(normalised(text).replace(/^[ .]+|[ .]+$/g, ""));

// The cards of a series: each number once, and no more wild cards than a deck has.
function readSeries(text) {
  const found = readCards(text);
  if (found.problem) return found;
  const { cards } = found;
  const twice = cards.find((one, i) => one && cards.indexOf(one) < i);
  if (twice !== undefined) {
    return { problem: msg("{card} is given twice: there is one card of each number.", { card: twice }) };
  }
  const n = cards.filter((one) => !one).length;
  if (n > MOST_WILDS) {
    return { problem: msg("{n} wild cards are too many: a deck has at most {most}.", { n, most: MOST_WILDS }) };
  }
  return { cards };
}

function readNumber(written) {
  const text = normalised(written.trim()).trim();
  if (["", "_", "?", ...BOOK.dashes].includes(text)) return { number: null };
  if (BOOK.no_number.includes(text)) return { number: 0 };
  if (/^[+-]?\d{1,9}$/.test(text)) return { number: Number(text) };
  return { problem: msg("Not read: {unread}. Write whole numbers.", { unread: { name: written.trim().slice(0, 40) } }) };
}
