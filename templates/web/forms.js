// The places for responses: one control for each form. A control is {element, read, write, freeze}: `read` gives
// {value, notes} or {problem}; `state` what `write` puts back after a reload.

function el(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside);
  return element;
}

function told(tag, message, attributes = {}) {
  const element = el(tag, attributes);
  element.innerHTML = say(message);
  return element;
}

const wildName = () => plain(msg("wild"));
const faceOf = (one) => (one ? String(one) : wildName());
const nameOf = (one) => (one ? String(one) : plain(msg("wild card")));
const pressed = (button) => button.getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));

function cardButton(one, attributes = {}) {
  return el("button", { type: "button", class: "card-button", "aria-label": nameOf(one), ...attributes }, faceOf(one));
}

// `named` is the id of what says the question; `changed` is called after every change a pupil makes.
function controlFor(item, exhibits, named, changed) {
  const { form } = item.response;
  if (form === "choice") return choiceControl(item, named, changed);
  if (form === "blanks") return blanksControl(item, exhibits, changed);
  if (form === "arrangement") return arrangementControl(item, changed);
  if (item.response.choose_from) return offeredControl(item, named, changed);
  return item.chart ? chartControl(item, named, changed) : writtenControl(item, changed);
}

function choiceControl(item, named, changed) {
  const inputs = item.response.options.map(([id]) =>
    el("input", { type: "radio", name: `option-${named}`, value: id, onchange: changed }),
  );
  const options = item.response.options.map(([, text], i) =>
    el("label", { class: "option" }, inputs[i], el("b", { class: "letter" }, BOOK.letters[LANGUAGE][i]),
      told("span", unpacked(text, item.words))),
  );
  const chosen = () => inputs.find((input) => input.checked)?.value ?? null;
  return {
    element: el("div", { role: "radiogroup", "aria-labelledby": named, class: "options" }, ...options),
    read: () => ({ value: chosen() }),
    state: chosen,
    write: (id) => inputs.forEach((input) => (input.checked = input.value === id)),
    freeze: () => inputs.forEach((input) => (input.disabled = true)),
  };
}

function offeredControl(item, named, changed) {
  const { choose_from: cards, how_many: wanted } = item.response;
  const none = el("input", { type: "checkbox", onchange: () => choose(none) });
  const buttons = cards.map((one) => cardButton(one, { "aria-pressed": "false", onclick: (event) => choose(event.currentTarget) }));
  function choose(what) {
    if (what !== none) press(what, !pressed(what));
    for (const other of buttons) {
      if (other !== what && (what === none ? none.checked : wanted === 1 && pressed(what))) press(other, false);
    }
    if (what !== none) none.checked = false;
    changed();
  }
  const chosen = () => cards.filter((_, i) => pressed(buttons[i]));
  const row = el("div", { role: "group", "aria-labelledby": named, class: `hand${item.marked ? " primes" : ""}` }, ...buttons);
  const element = el("div", {}, row);
  if (wanted === null) element.append(el("label", { class: "tick" }, none, told("span", msg("None of these cards"))));
  return {
    element,
    read: () => ({ value: chosen().length || none.checked ? inOrder(chosen()) : null }),
    state: () => [buttons.map(pressed), none.checked],
    write: ([on, ticked]) => {
      buttons.forEach((button, i) => press(button, Boolean(on[i])));
      none.checked = ticked;
    },
    freeze: () => [...buttons, none].forEach((control) => (control.disabled = true)),
  };
}

// The hundred chart with a button for every number. One of them is reached by the tab key, the others by arrows.
function chartOf(click, attributes = {}) {
  const buttons = NUMBERS.map((number) =>
    el("button", { type: "button", tabindex: number === 1 ? "0" : "-1", "aria-pressed": "false", onclick: () => click(number) }, String(number)),
  );
  const rows = [];
  for (let first = 0; first < HIGHEST; first += 10) {
    rows.push(el("tr", {}, ...buttons.slice(first, first + 10).map((button) => el("td", {}, button))));
  }
  const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 };
  const goTo = (to) => {
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  };
  const element = el("table", {
    class: "chart tapped", dir: "ltr", ...attributes,
    onkeydown: (event) => {
      const at = buttons.indexOf(event.target);
      const first = at - (at % 10);
      const to = { Home: buttons[first], End: buttons[Math.min(first + 9, HIGHEST - 1)] }[event.key] ?? buttons[at + moves[event.key]];
      if (at < 0 || !to) return;
      event.preventDefault();
      goTo(to);
      to.focus();
    },
    onfocusin: (event) => buttons.includes(event.target) && goTo(event.target),
  }, el("tbody", {}, ...rows));
  return { element, buttons, button: (number) => buttons[number - 1] };
}

function chartControl(item, named, changed) {
  const chart = chartOf((number) => {
    press(chart.button(number), !pressed(chart.button(number)));
    none.checked = false;
    changed();
  }, { "aria-labelledby": named });
  const none = el("input", {
    type: "checkbox",
    onchange: () => {
      if (none.checked) chart.buttons.forEach((button) => press(button, false));
      changed();
    },
  });
  for (const key of item.given) {
    chart.button(key).disabled = true;
    chart.button(key).classList.add("given");
  }
  const chosen = () => NUMBERS.filter((number) => pressed(chart.button(number)));
  return {
    element: el("div", {}, chart.element, el("label", { class: "tick" }, none, told("span", msg("None of these numbers")))),
    read: () => ({ value: chosen().length || none.checked ? chosen() : null }),
    state: () => [chosen(), none.checked],
    write: ([numbers, ticked]) => {
      NUMBERS.forEach((number) => press(chart.button(number), numbers.includes(number)));
      none.checked = ticked;
    },
    freeze: () => [...chart.buttons, none].forEach((control) => (control.disabled = true)),
  };
}

let fields = 0;

function writtenControl(item, changed) {
  const wanted = item.response.how_many;
  const id = `field-${++fields}`;
  const label = wanted === 1 ? msg("Write a number") : msg("Write numbers, with spaces between them");
  const preview = el("p", { class: `shown-cards${item.marked ? " primes" : ""}`, "aria-hidden": "true" });
  const input = el("input", {
    id, type: "text", autocomplete: "off", dir: "auto", inputmode: wanted === 1 ? "numeric" : null, class: wanted === 1 ? "narrow" : "wide",
    oninput: () => {
      show();
      changed();
    },
  });
  function show() {
    const { cards } = readCards(input.value);
    preview.textContent = (cards ?? []).map(faceOf).join(" ");
  }
  function read() {
    if (saysNone(input.value)) return { value: [] };
    const { cards, problem } = readCards(input.value);
    if (problem) return { problem };
    const repeated = [...new Set(cards.filter((one, i) => one && cards.indexOf(one) < i))].sort(byNumber);
    const notes = repeated.length
      ? [msg("You wrote {cards} more than once; each counts once.", { cards: repeated })]
      : [];
    return { value: cards.length ? inOrder(cards) : null, notes };
  }
  return {
    element: el("div", { class: "written" }, told("label", label, { for: id }), input, preview),
    field: input,
    read,
    state: () => input.value,
    write: (text) => {
      input.value = text;
      show();
    },
    freeze: () => (input.disabled = true),
  };
}

// Numbers to write: into an equation, into the table of points that is shown, or on lines of their own.
function blanksControl(item, exhibits, changed) {
  const { labels, equation } = item.response;
  const names = labels.map((label) => unpacked(label, item.words));
  const cells = exhibits.querySelectorAll("td.score");
  const inPlace = equation || cells.length === labels.length;
  const inputs = names.map((name, i) =>
    el("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "12", dir: "ltr", class: "number-field",
      id: `field-${++fields}`, "aria-label": inPlace ? plain(name) : null, oninput: changed, "data-blank": i,
    }),
  );
  const element = el("div", { class: "numbers" });
  if (equation) {
    const line = el("p", { class: "equation", dir: "ltr" });
    equation.split("_").forEach((piece, i) => line.append(piece, ...(i < inputs.length ? [inputs[i]] : [])));
    element.append(line);
  } else if (inPlace) cells.forEach((cell, i) => cell.replaceChildren(inputs[i]));
  else names.forEach((name, i) => element.append(told("label", name, { for: inputs[i].id }), inputs[i]));
  function read() {
    const found = inputs.map((input) => readNumber(input.value));
    const wrong = found.findIndex(({ problem }) => problem);
    if (wrong >= 0) return { problem: found[wrong].problem, field: inputs[wrong] };
    const value = found.map(({ number }) => number);
    return { value: value.some((number) => number !== null) ? value : null };
  }
  return {
    element,
    field: inputs[0],
    read,
    state: () => inputs.map((input) => input.value),
    write: (texts) => inputs.forEach((input, i) => (input.value = texts[i] ?? "")),
    freeze: () => inputs.forEach((input) => (input.disabled = true)),
  };
}
