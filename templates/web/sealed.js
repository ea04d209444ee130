// What an item keeps sealed: each piece under a name and a key that only the response it belongs to gives.
// SHA-256 is written out: browsers have theirs only on https, and a file from a USB stick has none.

const bytesOf = (text) => new TextEncoder().encode(text);
const ROUNDS = [];
const START = [];

// The constants are the first bits of the roots of the first primes.
(function roots() {
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2; ROUNDS.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(fraction(n ** (1 / 2)));
    ROUNDS.push(fraction(n ** (1 / 3)));
  }
})();

function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = START.slice();
  const w = new Int32Array(64);
  const turn = (x, by) => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (state[i] = (state[i] + part) | 0));
  }
  const digest = new Uint8Array(32);
  state.forEach((part, i) => new DataView(digest.buffer).setInt32(i * 4, part));
  return digest;
}

const bytesFrom64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const to64 = (bytes) => btoa(String.fromCharCode(...bytes));

// The piece of an item that belongs to `what`, or undefined if there is none.
function opened(item, what) {
  const name = to64(sha256(bytesOf(`${item.salt}|name|${what}`)).slice(0, 6));
  const sealed = item.sealed[name];
  return sealed === undefined ? undefined : unsealed(item.salt, what, sealed);
}

function unsealed(salt, what, sealed) {
  const bytes = bytesFrom64(sealed);
  for (let block = 0; block < bytes.length; block += 32) {
    const stream = sha256(bytesOf(`${salt}|open|${what}|${block / 32}`));
    for (let i = 0; i < 32 && block + i < bytes.length; i++) bytes[block + i] ^= stream[i];
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

// The items of what Python has sealed, each with the words of its sentences.
function itemsOf({ items, words }) {
  const all = unsealed("", "words", words);
  return items.map((item) => ({ ...item, words: all }));
}
