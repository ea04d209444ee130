// Sentences. A message is made of an English template, or what the page's language has for it, and of values:
// numbers, WILD, lists of cards, {formula}, {name}, {verbatim} or other messages. As in primecards/words.

const WILD = 0; // among cards
const STAR = "★";
const LONGEST_IN_ONE_PIECE = 40; // letters of a formula that no line breaks
let TOLD = {}; // template -> what the language has: text, or a form for each sort of number
let LANGUAGE = "en";
let SORTS = new Intl.PluralRules("en");

function speak(language, told) {
  LANGUAGE = language;
  TOLD = told;
  SORTS = new Intl.PluralRules(language);
}

const msg = (template, values = {}) => ({ forms: TOLD[template] ?? template, values });
const nmsg = (one, many, n, values = {}) => ({ forms: TOLD[one] ?? [one, many], values: { n, ...values } });
const formula = (text) => ({ formula: text });
const card = (number) => ({ card: number });

// The form of a message for its number: one and others, or one, two and others.
function inForm({ forms, values }) {
  if (typeof forms === "string") return forms;
  const sort = SORTS.select(values.n ?? 1);
  return sort === "one" ? forms[0] : sort === "two" && forms.length > 2 ? forms[1] : forms.at(-1);
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => ESCAPES[letter]);
const cardList = (cards) => cards.map((one) => one || STAR).join(", ");

// A prefix, and the number or short list that a maqaf joins it with.
const JOINED = /[^\s<>]*־<bdi dir="ltr" class="(?:number|formula short)">[^<]*<\/bdi>/g;

// A message as HTML: numbers and formulas from left to right, names in their own direction.
function say(message) {
  return said(message).replace(JOINED, '<span class="joined">$&</span>');
}

function said(message) {
  return escaped(inForm(message)).replace(/\{(\w+)\}/g, (place, name) => sayValue(message.values[name]));
}

function sayValue(value) {
  if (typeof value === "number") return `<bdi dir="ltr" class="number">${value}</bdi>`;
  if ("forms" in value) return said(value);
  if ("verbatim" in value) return escaped(value.verbatim);
  if ("card" in value) return `<bdi dir="ltr" class="number">${value.card || STAR}</bdi>`;
  if ("name" in value) return `<bdi>${escaped(value.name)}</bdi>`;
  const text = "formula" in value ? value.formula : cardList(value);
  const short = text.length <= LONGEST_IN_ONE_PIECE ? " short" : "";
  return `<bdi dir="ltr" class="formula${short}">${escaped(text)}</bdi>`;
}

// A message as plain text, for labels that are only heard, and for copying.
function plain(message) {
  const holder = document.createElement("template");
  holder.innerHTML = say(message);
  return holder.content.textContent;
}

// The messages of items come as [number of their words, value, ...]; `words` lists [forms, names of the values].
function unpacked(packed, words) {
  const [forms, names] = words[packed[0]];
  return { forms, values: Object.fromEntries(names.map((name, i) => [name, unpackedValue(packed[i + 1], words)])) };
}

function unpackedValue(value, words) {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return unpacked(value, words);
  const text = value.slice(1);
  switch (value[0]) {
    case "w": return card(WILD);
    case "c": return text ? text.split(",").map(Number) : [];
    case "f": return formula(text);
    case "x": return { verbatim: text };
    default: return { name: text };
  }
}
