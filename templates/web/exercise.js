// An exercise on a page: the place for its response, Check, Hint and, when that did not do, the solution.

const CHECKS_BEFORE_SOLUTION = 2;
const MOST_AT_FIRST = 5; // sentences, the opening among them

const LARGEST_DENOMINATOR = 12;

// A fraction of points as people write it: 0, 1/3, 1 1/2; as a decimal where it would be hard to read.
function written([part, whole]) {
  const [all, rest] = [Math.floor(part / whole), part % whole];
  if (whole > LARGEST_DENOMINATOR) return formula(String(Math.round((100 * part) / whole) / 100));
  return formula([all || !rest ? String(all) : "", rest ? `${rest}/${whole}` : ""].filter(Boolean).join(" "));
}

function sumOf(fractions) {
  return fractions.reduce(([a, b], [c, d]) => fraction(a * d + c * b, b * d), [0, 1]);
}

// The place-value frame is to think in: its fields are kept, and nobody marks them.
function fieldsToThinkIn(exhibits, changed) {
  return [...exhibits.querySelectorAll(".frame td")].map((cell) => {
    const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex].textContent;
    const name = `${cell.parentElement.querySelector("th").textContent}: ${head}`;
    const field = el("input", { type: "text", inputmode: "numeric", maxlength: "1", autocomplete: "off", "aria-label": name, oninput: changed });
    cell.replaceChildren(field);
    return field;
  });
}

// Build the controls of `item` into its article; `changed(exercise)` is called whenever there is something to keep.
// What is kept: {state, asked (the state that was checked last), thought (in the frame), checks, hints, points,
// solved (the solution was shown), done}.
function exerciseIn(article, item, changed) {
  const question = article.querySelector(".question");
  const exhibits = article.querySelector(".exhibits");
  const record = { state: null, asked: null, thought: [], checks: 0, hints: 0, points: null, solved: false, done: false };
  const control = controlFor(item, exhibits, question.id, () => {
    record.state = control.state();
    stale();
    changed(exercise);
  });
  const thinking = fieldsToThinkIn(exhibits, () => {
    record.thought = thinking.map((field) => field.value);
    changed(exercise);
  });
  const said = el("div", { class: "feedback", role: "status" });
  const check = told("button", msg("Check"), { type: "button", class: "first check", onclick: judge });
  const hint = told("button", msg("Hint"), { type: "button", class: "hint", onclick: giveHint });
  const solve = told("button", msg("Show the solution"), { type: "button", class: "solve", hidden: true, onclick: () => showSolution() });
  const buttons = el("div", { class: "buttons" }, check, hint, solve);
  article.querySelector(".answer").replaceChildren(control.element, buttons, said);
  article.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches('input[type="text"]') && !check.disabled) judge();
  });
  let judged = null;

  function show(look, messages) {
    said.className = `feedback said ${look}`;
    said.replaceChildren(...messages.map((message) => told("p", message)));
  }

  // What was said was said of another response.
  function stale() {
    if (!record.done) said.classList.add("stale");
  }

  function judge() {
    const found = control.read();
    for (const input of article.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    if (found.problem) {
      const field = found.field ?? control.field;
      field?.setAttribute("aria-invalid", "true");
      show("refused", [found.problem]);
      field?.focus();
      return;
    }
    judged = mark(item, found.value, found.notes);
    if (found.value === null && !isWhole(judged.points)) {
      show("hinted", judged.messages);
      return;
    }
    if (!record.checks || !same(record.asked, control.state())) record.checks++; // a double click is one check
    record.points = judged.points;
    record.state = record.asked = control.state();
    record.done = isWhole(judged.points);
    tell();
    changed(exercise);
  }

  // The first time only what is wrong, with a hint; then everything.
  function tell() {
    const all = record.done || record.checks >= CHECKS_BEFORE_SOLUTION;
    const messages = all ? judged.messages : [...judged.early.slice(0, MOST_AT_FIRST), judged.hint];
    show(record.done ? "right" : "wrong", messages);
    if (!record.done) said.append(told("p", msg("Points: {points}", { points: written(judged.points) }), { class: "note" }));
    settle();
  }

  function giveHint() {
    record.hints++;
    show("hinted", [judged && !isWhole(judged.points) ? judged.hint : unpacked(opened(item, "hint"), item.words)]);
    settle();
    changed(exercise);
  }

  function showSolution() {
    record.solved = true;
    record.points ??= [0, 1];
    const steps = opened(item, "solution").map((step) => unpacked(step, item.words));
    const heading = told("p", msg("Solution"), { class: "heading" });
    show("solution", steps);
    said.prepend(heading);
    settle();
    changed(exercise);
  }

  function settle() {
    solve.hidden = record.done || record.solved || !(record.hints || record.checks >= CHECKS_BEFORE_SOLUTION);
    const over = record.done || record.solved;
    check.disabled = hint.disabled = over;
    if (over) control.freeze();
    article.classList.toggle("done", record.done);
    article.classList.toggle("solved", record.solved);
  }

  const exercise = {
    item,
    article,
    record,
    points: () => fraction((record.points ?? [0, 1])[0] * item.points, (record.points ?? [0, 1])[1]),
    restore(kept) {
      Object.assign(record, kept);
      thinking.forEach((field, i) => (field.value = record.thought[i] ?? ""));
      if (record.state !== null) control.write(record.state);
      if (record.solved) showSolution();
      else if (record.points && same(record.asked, record.state)) {
        const { value, notes } = control.read();
        judged = mark(item, value ?? null, notes);
        tell();
      }
      settle();
    },
  };
  return exercise;
}
