// The rules of a series, as in primecards/rules. A card is its number, a wild card 0. BOOK comes from Python.

const PRIMES = BOOK.primes;
const HIGHEST = 99;
const MOST_WILDS = BOOK.most_wilds;

const tens = (number) => Math.floor(number / 10);
const isPrime = (number) => PRIMES.includes(number);
const fits = (number, key) => tens(number) === tens(key) || number % 10 === key % 10;
const NUMBERS = Array.from({ length: HIGHEST }, (_, i) => i + 1);
// The cards in the longest series of each key.
const ROOM = Object.fromEntries(PRIMES.map((key) => [key, NUMBERS.filter((number) => fits(number, key)).length]));
const byNumber = (a, b) => a - b;
const inOrder = (cards) => {
  const numbers = cards.filter((one) => one);
  return [...[...new Set(numbers)].sort(byNumber), ...cards.filter((one) => !one)];
};

function factors(number) {
  const found = [];
  for (const prime of [2, 3, 5, 7]) for (; number % prime === 0; number /= prime) found.push(prime);
  return number > 1 ? [...found, number] : found;
}

// Whether the cards are a series, every prime that can be its key, and else every fault.
function checkSeries(cards, key = null, least = 3) {
  const numbers = cards.filter((one) => one);
  const wild = numbers.length < cards.length;
  const allowed = key === null ? PRIMES : [key];
  const possible = allowed.filter((k) => (wild || numbers.includes(k)) && numbers.every((n) => fits(n, k)));
  const keys = possible.filter((k) => cards.length <= ROOM[k]);
  const faults = [];
  if (cards.length < least) faults.push({ code: "too-short", cards, least });
  if (possible.length && !keys.length) {
    faults.push(...possible.map((k) => ({ code: "too-many-wilds", key: k })));
  } else if (!keys.length && cards.length) {
    const held = allowed.filter((k) => numbers.includes(k));
    const candidates = key === null || !wild ? held : [key];
    for (const k of candidates) {
      for (const n of numbers) if (!fits(n, k)) faults.push({ code: "card-does-not-fit", card: n, key: k });
    }
    if (key !== null && !candidates.length) faults.push({ code: "key-not-held", key });
    else if (wild && key === null) faults.push({ code: "no-common-key", cards: numbers });
    else if (!candidates.length) faults.push({ code: "no-prime", cards: numbers });
  }
  return { ok: !faults.length, keys: faults.length ? [] : keys, faults, cards };
}

// --- What there is to say about it ---

function whyNotPrime(number) {
  if (number === 1) return msg("1 has only one divisor, so it is not prime.");
  return msg("{equation} is not prime.", { equation: formula(`${number} = ${factors(number).join(" × ")}`), number });
}

function doesNotFit(number, key) {
  return msg(
    "{card} does not fit key {key}: its units digit is {units}, not {key_units}, and its tens digit is {tens}, not {key_tens}.",
    { card: number, key, units: number % 10, key_units: key % 10, tens: tens(number), key_tens: tens(key) },
  );
}

function fitOrNot(number, key) {
  if (number === key) return msg("{card} is the key.", { card: number });
  if (!fits(number, key)) return doesNotFit(number, key);
  const digit = number % 10 === key % 10 ? key % 10 : tens(key);
  if (number % 10 === key % 10) {
    return msg("{card} fits key {key}: both have the units digit {digit}.", { card: number, key, digit });
  }
  if (key < 10) {
    const range = formula("1–9");
    return msg("{card} fits key {key}: {key} has 0 tens, like all the numbers {range}.", { card: number, key, range });
  }
  return msg("{card} fits key {key}: both have the tens digit {digit}.", { card: number, key, digit });
}

const SENTENCES = {
  "too-short": ({ cards, least }) => [
    nmsg(
      "A series has at least {least} cards, and here is only one.",
      "A series has at least {least} cards, and here are {n}.",
      cards.length,
      { least },
    ),
  ],
  "no-prime": ({ cards }) => [
    msg("None of these cards is prime, so none can be the key."),
    ...cards.map(whyNotPrime),
  ],
  "key-not-held": ({ key }) => [msg("The key {key} is not among these cards.", { key })],
  "card-does-not-fit": (fault) => [doesNotFit(fault.card, fault.key)],
  "no-common-key": ({ cards }) => [
    msg("A wild card cannot be the key: no prime fits all of {cards}.", { cards }),
  ],
  "too-many-wilds": ({ key }) => [
    msg("The numbers of a series are all different, and key {key} has too few numbers for so many wild cards.", { key }),
  ],
};

function explainVerdict({ ok, keys, faults, cards }) {
  if (!ok) return faults.flatMap((fault) => SENTENCES[fault.code](fault));
  const held = keys.filter((key) => cards.includes(key));
  const others = keys.filter((key) => !cards.includes(key));
  const said = [];
  if (held.length === 1) said.push(msg("This is a valid series. Its key is {key}.", { key: held[0] }));
  else if (held.length) {
    said.push(msg("This is a valid series. Each of these cards can be its key: {keys}.", { keys: held }));
  } else said.push(msg("This is a valid series. A wild card is its key."));
  if (others.length) said.push(msg("As the key, a wild card can stand for: {keys}.", { keys: others }));
  return said;
}
