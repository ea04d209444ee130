// The interactive sheet: its exercises, the score, and what is kept on this machine for the next time.

(function sheet() {
  const data = JSON.parse(document.getElementById("sheet-data").textContent);
  speak(data.language, data.told);
  const items = itemsOf(data.sealed);
  const place = `primecards ${data.code}`;
  const name = document.getElementById("pupil");
  const score = document.getElementById("score");
  const most = items.reduce((sum, item) => sum + item.points, 0);
  const exercises = items.map((item, i) => exerciseIn(document.getElementById(`exercise-${i + 1}`), item, keep));
  const total = () => sumOf(exercises.map((exercise) => exercise.points()));

  // Storage may be denied, full, or written by another version: the sheet works all the same, and says so.
  function keep() {
    showScore();
    let kept = true;
    try {
      localStorage.setItem(place, JSON.stringify({ name: name.value, kept: exercises.map(({ record }) => record) }));
    } catch {
      kept = false;
    }
    const unkept = document.getElementById("unkept");
    if (unkept.hidden === kept) return;
    unkept.hidden = kept;
    unkept.innerHTML = kept ? "" : say(msg("This browser keeps nothing here: print or copy the result before you close the page."));
  }

  function recall() {
    try {
      const { name: who, kept } = JSON.parse(localStorage.getItem(place));
      if (kept.length !== exercises.length) return;
      name.value ||= who;
      kept.forEach((record, i) => exercises[i].restore(record));
    } catch { /* nothing was kept, or nothing that can be read */ }
  }

  function showScore() {
    score.innerHTML = say(msg("{points} of {most}", { points: written(total()), most }));
  }

  function result() {
    const lines = [plain(msg("{title}: {code}", { title: { verbatim: data.title }, code: formula(data.code) }))];
    if (name.value.trim()) lines.push(plain(msg("Name: {name}", { name: { name: name.value.trim() } })));
    lines.push(plain(msg("Points: {points} of {most}", { points: written(total()), most })), "");
    exercises.forEach((exercise, i) => lines.push(lineOf(exercise, i + 1)));
    return lines.join("\n");
  }

  function lineOf(exercise, number) {
    const { checks, hints, solved } = exercise.record;
    const parts = [msg("{points} of {most}", { points: written(exercise.points()), most: exercise.item.points })];
    parts.push(checks ? nmsg("checked once", "checked {n} times", checks) : msg("not checked"));
    if (hints) parts.push(msg("with a hint"));
    if (solved) parts.push(msg("the solution was shown"));
    return `${number}. ${parts.map(plain).join(", ")}`;
  }

  async function copy() {
    const text = result();
    const box = document.getElementById("result");
    box.value = text;
    box.hidden = false;
    box.select();
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = document.execCommand("copy");
    }
    document.getElementById("copied").innerHTML = say(
      copied ? msg("The result is copied: paste it into a message to your teacher.") : msg("Copy the result from the box."),
    );
  }

  function startAgain() {
    const asked = document.getElementById("sure");
    asked.hidden = false;
    document.getElementById("really").focus();
  }

  name.addEventListener("input", keep);
  document.getElementById("print").addEventListener("click", () => window.print());
  document.getElementById("copy").addEventListener("click", copy);
  document.getElementById("again").addEventListener("click", startAgain);
  document.getElementById("not-really").addEventListener("click", () => {
    document.getElementById("sure").hidden = true;
    document.getElementById("again").focus();
  });
  document.getElementById("really").addEventListener("click", () => {
    try {
      localStorage.removeItem(place);
    } catch { /* nothing was kept */ }
    location.reload();
  });
  recall();
  showScore();
  document.body.classList.add("ready");
})();
