// Practise: one exercise after another of a kind and a level that follows how it goes.

const RIGHT_TO_RISE = 3;
const WRONG_TO_FALL = 2;

(function practise() {
  const data = JSON.parse(document.getElementById("page-data").textContent);
  speak(data.language, data.told);
  const byId = (id) => document.getElementById(id);
  const [kind, level, next, place, state] = ["kind", "level", "next", "exercise", "state"].map(byId);
  const queues = new Map();
  let [streak, slips, right, done] = scoreSoFar();
  let counted = true;

  // The score lasts as long as the tab does.
  function scoreSoFar() {
    try {
      const kept = JSON.parse(sessionStorage.getItem("primecards score"));
      if (kept.length === 4 && kept.every((count) => Number.isInteger(count) && count >= 0)) return kept;
    } catch { /* nothing is kept */ }
    return [0, 0, 0, 0];
  }

  function keepScore() {
    try {
      sessionStorage.setItem("primecards score", JSON.stringify([streak, slips, right, done]));
    } catch { /* then not */ }
  }

  function settings() {
    const asked = new URLSearchParams(location.search);
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem("primecards practise")) ?? {};
    } catch { /* nothing is kept */ }
    const wanted = asked.get("kind") ?? kept.kind;
    if (data.kinds.some(({ name }) => name === wanted)) kind.value = wanted;
    const height = Number(asked.get("level") ?? kept.level);
    level.value = String(height >= 1 && height <= 5 ? Math.floor(height) : 1);
  }

  function keep() {
    try {
      localStorage.setItem("primecards practise", JSON.stringify({ kind: kind.value, level: level.value }));
    } catch { /* then not */ }
    const address = new URL(location.href);
    address.searchParams.set("kind", kind.value);
    address.searchParams.set("level", level.value);
    try {
      history.replaceState(null, "", address);
    } catch { /* an address of a kind that keeps nothing */ }
  }

  function describe() {
    const { teaches, levels } = data.kinds.find(({ name }) => name === kind.value);
    byId("teaches").innerHTML = teaches;
    byId("about-level").innerHTML = levels[Number(level.value) - 1];
  }

  // The next item that was not shown yet; when all were, they come again in another order.
  async function nextItem() {
    const source = data.source.replace("{kind}", kind.value).replace("{level}", level.value);
    if (!queues.get(source)?.length) {
      const answer = await fetch(source);
      if (!answer.ok) throw new Error(String(answer.status));
      queues.set(source, shuffled(itemsOf(await answer.json())));
    }
    return queues.get(source).pop();
  }

  function shuffled(things) {
    for (let last = things.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [things[last], things[other]] = [things[other], things[last]];
    }
    return things;
  }

  async function go(focus = true) {
    describe();
    keep();
    next.disabled = true;
    try {
      show(await nextItem(), focus);
    } catch {
      place.replaceChildren(told("p", msg("The exercise could not be fetched. Try again when there is a connection."), { class: "problem", role: "alert" }));
    }
    next.disabled = false;
  }

  function show(item, focus) {
    const question = el("h2", { class: "question", id: "question", tabindex: "-1" });
    question.innerHTML = say(unpacked(item.question, item.words));
    const exhibits = el("div", { class: "exhibits" });
    exhibits.innerHTML = item.html;
    const article = el("article", { class: "exercise", "aria-labelledby": "question" }, question, exhibits, el("div", { class: "answer" }));
    place.replaceChildren(article);
    counted = false;
    exerciseIn(article, item, count);
    if (focus) question.focus();
  }

  // Only the first check of an exercise counts, and one with a hint neither for nor against.
  function count({ record }) {
    if (counted || !(record.checks || record.solved)) return;
    counted = true;
    done++;
    if (record.done) right++;
    if (record.done && !record.hints) {
      streak++;
      slips = 0;
    } else if (!record.done) {
      slips++;
      streak = 0;
    }
    tellState(follow());
  }

  // Up after three right ones in a row, down after two wrong ones.
  function follow() {
    const now = Number(level.value);
    const to = streak && streak % RIGHT_TO_RISE === 0 ? now + 1 : slips === WRONG_TO_FALL ? now - 1 : now;
    if (slips === WRONG_TO_FALL) slips = 0;
    if (to === now || to < 1 || to > 5) return null;
    level.value = String(to);
    describe();
    keep();
    return to > now ? msg("On to level {level}.", { level: to }) : msg("Next comes level {level}.", { level: to });
  }

  function tellState(move) {
    keepScore();
    const messages = [msg("Right so far: {right} of {done}.", { right, done })];
    if (streak > 1) messages.push(msg("{streak} right in a row.", { streak }));
    if (move) messages.push(move);
    state.innerHTML = messages.map(say).join(" ");
  }

  kind.addEventListener("change", () => {
    [streak, slips] = [0, 0];
    go(false);
  });
  level.addEventListener("change", () => {
    [streak, slips] = [0, 0];
    go(false);
  });
  next.addEventListener("click", () => go());
  settings();
  if (done) tellState(null);
  go(false);
})();
