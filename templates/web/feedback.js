// Marks: what a response is worth and what to say about it, the same as `primecards.mark` gives.
// A mark is {points: [part, whole], messages, early, hint}: the early ones of the messages only tell what is wrong.

const MOST_EXPLAINED = 3;
const MOST_GROUPS_WEIGHED = 12;
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const fraction = (part, whole) => {
  const top = Math.max(part, 0);
  return [top / gcd(top, whole), whole / gcd(top, whole)];
};
const isWhole = ([part, whole]) => part === whole;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// `value` is what the form holds: an option's id, a list of cards, of numbers, of {key, cards}; null if it is blank.
function mark(item, value, notes = []) {
  const told = (packed) => unpacked(packed, item.words);
  const seen = { told, hint: told(opened(item, "hint")), solution: () => opened(item, "solution").map(told) };
  const found = value === null && !maybeNone(item) ? null : MARKS[item.by](item, value ?? [], seen);
  if (!found) return { points: [0, 1], messages: [msg("Not answered.")], early: [], hint: seen.hint };
  const { points, wrong = [], right = [], said = [...wrong, ...right], hint = seen.hint } = found;
  const done = isWhole(points);
  const opening = done ? msg("Correct.") : points[0] * 2 >= points[1] ? msg("Almost.") : msg("Try again.");
  const messages = eachOnce([opening, ...said, ...notes]);
  return { points, messages, early: eachOnce([opening, ...wrong]), hint: done ? msg("Correct.") : hint };
}

const eachOnce = (messages) => messages.filter((one, i) => messages.findIndex((other) => same(one, other)) === i);

// Whether to answer nothing is right: only cards can have no right one.
const maybeNone = (item) => item.by === "cards" && !rightSets(item).sets.some((set) => set.length);

const MARKS = {
  options(item, value, { told }) {
    const [points, first, messages] = opened(item, `option:${value}`);
    const said = messages.map(told);
    return { points, wrong: said.slice(0, first), right: said.slice(first) };
  },
  cards(item, value, seen) {
    const { sets, said } = rightSets(item);
    const found = countCards(item, value, sets, seen.hint);
    const messages = (one) => said.get(one).map(seen.told);
    const wrong = found.wrong.flatMap(messages);
    const right = found.missing.slice(0, MOST_EXPLAINED).flatMap(messages);
    const unsaid = found.missing.slice(MOST_EXPLAINED);
    if (unsaid.length) right.push(msg("These are right as well: {cards}.", { cards: unsaid }));
    const wanted = item.response.how_many;
    if (isWhole(found.points) && wanted && new Set(value).size > wanted) {
      right.push(nmsg("One was enough.", "{n} were enough.", wanted));
    }
    return { points: found.points, wrong, right, hint: found.hint };
  },
  series(item, value, { hint }) {
    const hand = item.response.choose_from;
    const sets = longestSeries(hand);
    const found = countCards(item, value, sets, hint);
    const verdict = checkSeries(value, null, item.min_series);
    const points = verdict.ok ? fraction(value.length, sets[0].length) : [0, 1];
    if (isWhole(points)) return { points };
    const longest = best(sets, (set) => value.filter((one) => set.includes(one)).length);
    const key = keyOf(longest, item);
    const [wrong, right] = [[], []];
    if (verdict.ok) {
      const within = value.every((one) => longest.includes(one)) && new Set(value).size < new Set(longest).size;
      const own = verdict.keys.includes(key) && within ? key : keyOf(value, item);
      wrong.push(msg("{cards} is a series of {key}, and there is a longer one.", { cards: value, key: own }));
      for (const one of own === key ? longest : []) {
        if (value.includes(one)) continue;
        right.push(one ? fitOrNot(one, key) : msg("The wild card makes a series one card longer."));
      }
    } else if (value.length) wrong.push(...explainVerdict(verdict));
    right.push(
      nmsg(
        "A series of key {key} has one card: {cards}.",
        "A series of key {key} has {n} cards: {cards}.",
        longest.length,
        { key, cards: longest },
      ),
    );
    return { points, wrong, right, hint: found.hint };
  },
  blanks(item, value, { told, solution }) {
    const [hits, wrong, all] = [new Map(), [], []];
    value.forEach((written, i) => {
      const [sets, first, messages] = opened(item, `blank:${i}:${written}`) ?? opened(item, `blank:${i}`);
      for (const set of sets) hits.set(set, (hits.get(set) ?? 0) + 1);
      wrong.push(...messages.slice(0, first).map(told));
      all.push(...messages.map(told));
    });
    const points = fraction(Math.max(0, ...hits.values()), value.length);
    if (isWhole(points)) return { points };
    return { points, wrong, said: all.length ? all : solution() };
  },
  product(item, value, { solution }) {
    const number = Number(/\d+/.exec(item.response.equation)[0]);
    const [first, second] = value;
    const divides = (part) => part > 1 && part < number && number % part === 0;
    const hits = first * second === number && divides(first) ? 2 : divides(first) || divides(second) ? 1 : 0;
    const points = fraction(hits, 2);
    if (isWhole(points)) return { points };
    const wrong = [];
    if (first === null || second === null) wrong.push(msg("Both factors are asked for."));
    else if (first < 1 || second < 1) wrong.push(msg("Both factors have to be greater than 1."));
    else if (first === 1 || second === 1) {
      wrong.push(msg("Every number is 1 times itself: the factors have to be greater than 1."));
    } else {
      const product = formula(`${first} × ${second} = ${BigInt(first) * BigInt(second)}`);
      wrong.push(msg("{product}, and that is not {number}.", { product, number }));
    }
    return { points, wrong, right: solution() };
  },
  arrangement: (item, value) => markGroups(value, item.response.cards, item.min_series),
};

function best(things, count) {
  return things.reduce((found, thing) => (count(thing) > count(found) ? thing : found));
}

// --- Cards ---

// The right sets of cards, and what there is to say of each card: known only when every card's piece is opened.
function rightSets(item) {
  const [sets, said] = [[], new Map()];
  for (const one of item.response.choose_from ?? [...NUMBERS, WILD]) {
    if (said.has(one)) continue;
    const [among, messages] = opened(item, `card:${one || "w"}`);
    for (const set of among) (sets[set] ??= []).push(one);
    said.set(one, messages);
  }
  return { sets: sets.length ? Array.from(sets, (set) => set ?? []) : [[]], said };
}

// Points for a set of cards: (hits - false) / cards wanted, for the right set nearest to it.
function countCards(item, value, sets, hint) {
  const given = new Set(value);
  const hits = (set) => set.filter((one) => given.has(one)).length;
  const nearest = best(sets.map((set) => [...new Set(set)]), hits);
  const any = new Set(sets.flat());
  const wrong = inOrder([...given].filter((one) => !any.has(one)));
  const missing = inOrder(nearest.filter((one) => !given.has(one)));
  const points = nearest.length
    ? fraction(hits(nearest) - wrong.length, nearest.length)
    : given.size ? [0, 1] : [1, 1];
  const next = wrong.length
    ? msg("Look again at {cards}. {hint}", { cards: wrong, hint })
    : nmsg("One is still missing. {hint}", "{n} are still missing. {hint}", missing.length, { hint });
  return { points, wrong, missing, hint: next };
}

function longestSeries(hand) {
  const keys = hand.includes(WILD) ? PRIMES : hand.filter(isPrime);
  const found = new Map();
  for (const key of keys) {
    const series = inOrder(hand.filter((one) => !one || fits(one, key)));
    found.set(String(series), series);
  }
  const all = [...found.values()];
  const most = Math.max(...all.map((series) => series.length));
  const inTurn = (a, b) => a.reduce((turn, one, i) => turn || one - b[i], 0);
  return all.filter((series) => series.length === most).sort(inTurn);
}

function keyOf(series, item) {
  const { keys } = checkSeries(series, null, item.min_series);
  return keys.find((key) => series.includes(key)) ?? keys[0];
}

// --- Arrangements ---

const times = (cards, one) => cards.filter((other) => other === one).length;
const lacks = (hand, cards) => cards.filter((one, i) => times(cards.slice(0, i + 1), one) > times(hand, one));

function without(hand, cards) {
  const left = [...hand];
  for (const one of cards) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left;
}

function markGroups(value, hand, least) {
  const written = [];
  for (const group of namedGroups(value, hand)) {
    if (group.cards.length && !written.some((other) => same(other, group))) written.push(group);
  }
  const problems = new Map(written.map((group) => [group, problemsOf(group, hand, least)]));
  const laid = bestDisjoint(written.filter((group) => !problems.get(group).length), hand);
  const left = without(hand, laid.flatMap((group) => group.cards));
  const wrong = [];
  for (const group of written) {
    const { cards, key } = group;
    if (lacks(hand, cards).length) wrong.push(...problems.get(group));
    else if (problems.get(group).length) {
      wrong.push(msg("Not a series: {cards}.", { cards }), ...problems.get(group), ...repair(cards, inOrder(left), least));
    } else if (!laid.includes(group)) {
      const shared = inOrder(cards.filter((one) => laid.some((other) => other.cards.includes(one))));
      wrong.push(msg("A card lies in one series only: {cards} are laid twice.", { cards: shared }));
    } else if (key === null) wrong.push(nameTheKey(cards, checkSeries(cards, null, least).keys));
  }
  if (left.length) {
    const cards = inOrder(left);
    wrong.push(
      nmsg("One card is in no series yet: {cards}.", "{n} cards are in no series yet: {cards}.", cards.length, { cards }),
    );
  }
  return { points: fraction(hand.length - left.length, hand.length), wrong };
}

// A key that is named and lies nowhere is in the series that it is named for.
function namedGroups(value, hand) {
  const written = value.flatMap((group) => group.cards);
  return value.map(({ key, cards }) => {
    const forgotten = key !== null && !written.includes(key) && hand.includes(key);
    return { key, cards: inOrder(forgotten ? [...cards, key] : cards) };
  });
}

function problemsOf({ cards, key }, hand, least) {
  const absent = inOrder([...new Set(lacks(hand, cards))]);
  if (absent.length) {
    if (absent.some((one) => hand.includes(one))) {
      return [msg("There are not so many of these in the hand: {cards}.", { cards: absent })];
    }
    return [msg("Not in the hand: {cards}.", { cards: absent })];
  }
  if (key !== null && !isPrime(key)) {
    return [msg("A key has to be prime: {reason}", { reason: whyNotPrime(key) })];
  }
  const verdict = checkSeries(cards, key, least);
  return verdict.ok ? [] : explainVerdict(verdict);
}

// Groups that share no card, with as many cards as possible; beyond a dozen, from the first on.
function bestDisjoint(groups, hand) {
  if (!groups.length) return [];
  const [first, ...others] = groups;
  const few = groups.length <= MOST_GROUPS_WEIGHED;
  const left = few ? bestDisjoint(others, hand) : [];
  if (lacks(hand, first.cards).length) return few ? left : bestDisjoint(others, hand);
  const taken = [first, ...bestDisjoint(others, without(hand, first.cards))];
  return best([taken, left], (chosen) => chosen.flatMap((group) => group.cards).length);
}

function nameTheKey(cards, keys) {
  if (keys.length === 1) {
    return msg("{cards} is a series; its key, which you did not name, is {keys}.", { cards, keys });
  }
  return msg("{cards} is a series; its key, which you did not name, can be any of {keys}.", { cards, keys });
}

// The series nearest to cards that are none: another key, a card less, or a card more of those left.
function repair(cards, left, least) {
  const { keys } = checkSeries(cards, null, least);
  if (keys.length) return [msg("With another key it is a series: {keys}.", { keys })];
  const works = (some) => checkSeries(some, null, least).ok;
  const off = cards.find((one, i) => works(one ? cards.filter((_, j) => j !== i) : cards.filter((other) => other)));
  if (off !== undefined) return [msg("Without {card} it is a series.", { card: card(off) })];
  const more = left.find((one) => (!one || !cards.includes(one)) && works([...cards, one]));
  return more === undefined ? [] : [msg("With {card} as well it is a series.", { card: card(more) })];
}
