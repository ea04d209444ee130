// Check: are these cards a series? Type them or tap them on the chart; the chart shows the key, its family and what
// does not fit.

(function checkPage() {
  const data = JSON.parse(document.getElementById("page-data").textContent);
  speak(data.language, data.told);
  const byId = (id) => document.getElementById(id);
  const [field, least, said, lights, legend] = ["cards", "least", "verdict", "lights", "legend"].map(byId);
  let cards = [];

  const chart = chartOf(tap, { "aria-label": plain(msg("Hundred chart")) });
  byId("chart").append(chart.element);

  // What is typed and cannot be read stays as it is.
  function tap(number) {
    if (readSeries(field.value).problem) {
      field.value += ` ${number || "w"}`;
      judge();
      return;
    }
    cards = readSeries(field.value).cards;
    change(number && cards.includes(number) ? cards.filter((one) => one !== number) : [...cards, number]);
  }

  function change(now) {
    cards = now;
    field.value = cards.map((one) => one || "w").join(" ");
    judge();
  }

  function clear() {
    said.className = "feedback";
    said.replaceChildren();
  }

  function judge(asked = false) {
    keepInLinks();
    const found = readSeries(field.value);
    field.toggleAttribute("aria-invalid", false);
    if (found.problem) {
      field.setAttribute("aria-invalid", "true");
      show("refused", [found.problem]);
      light(null);
      return;
    }
    cards = found.cards;
    remember();
    if (!cards.length) {
      if (asked) show("hinted", [msg("Type or tap some cards first.")]);
      else clear();
      light(null);
      return;
    }
    const verdict = checkSeries(cards, null, Number(least.value));
    show(verdict.ok ? "right" : "wrong", explainVerdict(verdict));
    showLights(verdict);
  }

  function show(look, messages) {
    said.className = `feedback said ${look}`;
    said.replaceChildren(...messages.map((message) => told("p", message)));
  }

  // The keys whose families can be looked at: those of the series, else the primes that were meant to be.
  function showLights({ keys, faults }) {
    const meant = [...new Set(faults.map(({ key }) => key).filter(Boolean))];
    const offered = keys.length ? keys : meant;
    const buttons = offered.map((key) =>
      el("button", { type: "button", "aria-pressed": "false", "data-key": key, onclick: () => light(key) }, told("span", msg("Key {key}", { key }))),
    );
    lights.replaceChildren(...(buttons.length > 1 ? buttons : []));
    light(offered.length ? offered.reduce((a, b) => (misfits(b) < misfits(a) ? b : a)) : null);
  }

  const misfits = (key) => cards.filter((one) => one && !fits(one, key)).length;

  function light(key) {
    if (key === null) lights.replaceChildren();
    for (const button of lights.children) press(button, button.dataset.key === String(key));
    NUMBERS.forEach((number) => {
      const button = chart.button(number);
      const chosen = cards.includes(number);
      const looks = {
        key: number === key, family: key !== null && fits(number, key), misfit: key !== null && chosen && !fits(number, key),
      };
      for (const [look, on] of Object.entries(looks)) button.classList.toggle(look, on);
      press(button, chosen);
    });
    legend.hidden = key === null;
  }

  // The other language begins with what is in the field, whatever it is.
  function keepInLinks() {
    for (const link of document.querySelectorAll(".languages a")) {
      const address = new URL(link.href);
      address.searchParams.set("cards", field.value);
      address.searchParams.set("least", least.value);
      link.href = address.href;
    }
  }

  function remember() {
    const address = new URL(location.href);
    if (cards.length) address.searchParams.set("cards", cards.map((one) => one || "w").join(","));
    else address.searchParams.delete("cards");
    if (least.value === "3") address.searchParams.delete("least");
    else address.searchParams.set("least", least.value);
    try {
      // Commas are more readable than what stands for them.
      history.replaceState(null, "", address.href.replaceAll("%2C", ","));
    } catch { /* an address of a kind that keeps nothing */ }
  }

  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    judge(true);
  });
  least.addEventListener("change", () => judge());
  field.addEventListener("input", keepInLinks);
  byId("wild").addEventListener("click", () => tap(WILD));
  byId("clear").addEventListener("click", () => {
    change([]);
    field.focus();
  });
  const asked = new URLSearchParams(location.search);
  if (["3", "4", "5", "6"].includes(asked.get("least"))) least.value = asked.get("least");
  field.value = (asked.get("cards") ?? "").replaceAll(",", " ");
  if (field.value) judge();
})();
