// Cards to be laid in series: by dragging, by pressing a card and then a place, and by keys alone.

const DRAG_FROM = 6; // pixels that make a press a drag

// Places are 0 for the hand and 1, 2, ... for the series. A card is known by its place in the hand as it was dealt.
function arrangementControl(item, changed) {
  const { cards, groups } = item.response;
  const home = cards.map(() => 0);
  const keys = Array.from({ length: groups + 1 }, () => ({ key: "", as: "" }));
  let taken = null;
  let frozen = false;

  const tell = el("p", { class: "note", role: "status" });
  const buttons = cards.map((one, i) => cardButton(one, { "aria-pressed": "false", onclick: () => take(i), "data-card": i }));
  const places = Array.from({ length: groups + 1 }, (_, place) => makePlace(place));
  const help = told("p", msg("Drag the cards, or press a card and then the place for it. With a keyboard: press the number of a series on a card to lay it there, and 0 to take it back."), { class: "note help" });
  const element = el("div", { class: `laying${item.marked ? " primes" : ""}` }, help, ...places.map(({ box }) => box), tell);

  function nameOfPlace(place) {
    return place ? msg("Series {number}", { number: place }) : msg("Cards to lay");
  }

  function makePlace(place) {
    const row = el("div", { class: "hand" });
    const here = told("button", msg("Lay here"), { type: "button", class: "here", onclick: () => taken !== null && lay(taken, place) });
    const heading = told("h3", nameOfPlace(place), { id: `place-${++fields}` });
    const box = el("section", { class: place ? "series-box" : "hand-box", "data-place": place, "aria-labelledby": heading.id }, el("div", { class: "place-head" }, heading, here), row);
    if (!place) return { box, row, here };
    const label = `key-${++fields}`;
    const choice = el("select", { id: label, onchange: () => choose(place, choice.value) });
    const as = el("input", { type: "text", inputmode: "numeric", class: "number-field", dir: "ltr", maxlength: "2", "aria-label": plain(msg("The number that the wild card stands for")), hidden: true,
      oninput: () => {
        keys[place].as = as.value;
        changed();
      } });
    box.append(el("p", { class: "key-line" }, told("label", msg("Key"), { for: label }), choice, as));
    return { box, row, here, choice, as };
  }

  function choose(place, key) {
    keys[place].key = key;
    draw();
    changed();
  }

  function take(i) {
    if (frozen) return;
    taken = taken === i ? null : i;
    draw();
    tell.innerHTML = taken === null ? "" : say(msg("{card} is taken. Now press the place for it.", { card: card(cards[i]) }));
  }

  function lay(i, place, focus = true) {
    if (frozen) return;
    home[i] = place;
    taken = null;
    for (const at of keys.keys()) {
      if (at && !cardsAt(at).some((one) => String(one) === keys[at].key)) keys[at].key = "";
    }
    draw();
    if (focus) buttons[i].focus();
    const values = { card: card(cards[i]), place: nameOfPlace(place) };
    tell.innerHTML = say(msg("{card} lies here now: {place}.", values));
    changed();
  }

  const cardsAt = (place) => cards.filter((_, i) => home[i] === place);

  function draw() {
    buttons.forEach((button, i) => press(button, i === taken));
    element.classList.toggle("taking", taken !== null);
    places.forEach(({ row, here, choice, as }, place) => {
      const own = buttons.filter((_, i) => home[i] === place);
      if (own.length !== row.children.length || own.some((button, i) => row.children[i] !== button)) row.replaceChildren(...own);
      here.disabled = frozen || taken === null || home[taken] === place;
      if (!choice) return;
      const offered = ["", ...new Set(inOrder(cardsAt(place)).map(String))];
      choice.replaceChildren(...offered.map((one) => el("option", { value: one, selected: one === keys[place].key },
        one === "" ? "–" : one === "0" ? plain(msg("wild card")) : one)));
      choice.disabled = as.disabled = frozen;
      as.hidden = keys[place].key !== "0";
      as.value = keys[place].as;
    });
  }

  // A card that is taken goes wherever one presses, not only on the button there.
  element.addEventListener("click", (event) => {
    const box = event.target.closest("[data-place]");
    if (taken !== null && box && !event.target.closest("button, select, input, label")) lay(taken, Number(box.dataset.place));
  });
  element.addEventListener("keydown", (event) => {
    const i = Number(event.target.dataset?.card ?? NaN);
    if (Number.isNaN(i) || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = event.key === "Delete" || event.key === "Backspace" ? 0 : /^\d$/.test(event.key) ? Number(event.key) : NaN;
    const row = [...event.target.parentElement.children];
    const forward = getComputedStyle(element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const step = event.key === forward ? 1 : event.key === backward ? -1 : 0;
    if (place <= groups) lay(i, place);
    else if (event.key === "Escape" && taken !== null) take(taken);
    else if (step) row[row.indexOf(event.target) + step]?.focus();
    else return;
    event.preventDefault();
  });
  dragging(element, (i, place) => lay(i, place, false));
  draw();

  function keyOfPlace(place) {
    const { key, as } = keys[place];
    if (key === "") return { number: null };
    return key === "0" ? readNumber(as) : { number: Number(key) };
  }

  function read() {
    const value = [];
    for (let place = 1; place <= groups; place++) {
      const own = cardsAt(place);
      const { number, problem } = own.length ? keyOfPlace(place) : { number: null };
      if (problem) return { problem, field: places[place].as };
      if (own.length) value.push({ key: number >= 1 && number <= HIGHEST ? number : null, cards: inOrder(own) });
    }
    return { value: value.length ? value : null };
  }

  return {
    element,
    read,
    state: () => [home, keys],
    write: ([places, named]) => {
      home.forEach((_, i) => (home[i] = places[i] <= groups ? places[i] : 0));
      keys.forEach((own, place) => Object.assign(own, named[place]));
      draw();
    },
    freeze: () => {
      frozen = true;
      buttons.forEach((button) => (button.disabled = true));
      draw();
    },
  };
}

// Drag cards (data-card) onto places (data-place) with a mouse, a pen or a finger.
function dragging(element, lay) {
  let drag = null;
  let dragged = false;
  const placeAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
  const light = (place) => element.querySelectorAll("[data-place]").forEach((box) => box.classList.toggle("over", box === place));

  // The click that ends a drag is no press; the keyboard's clicks have no detail.
  element.addEventListener("click", (event) => dragged && event.detail && event.stopPropagation(), true);
  element.addEventListener("pointerdown", (event) => {
    dragged = false;
    const button = event.target.closest("[data-card]");
    if (button && !button.disabled && event.button === 0) drag = { button, x: event.clientX, y: event.clientY, ghost: null };
  });
  element.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < DRAG_FROM) return;
      const { left, top } = drag.button.getBoundingClientRect();
      drag.ghost = drag.button.cloneNode(true);
      drag.ghost.classList.add("ghost");
      drag.ghost.style.left = `${left}px`;
      drag.ghost.style.top = `${top}px`;
      drag.ghost.setAttribute("aria-hidden", "true");
      drag.ghost.removeAttribute("data-card");
      element.append(drag.ghost);
      drag.button.setPointerCapture(event.pointerId);
    }
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
    const place = placeAt(event);
    light(element.contains(place) ? place : null);
  });
  const end = (event) => {
    if (drag?.ghost) {
      const place = placeAt(event);
      drag.ghost.remove();
      light(null);
      dragged = true;
      if (event.type === "pointerup" && element.contains(place)) {
        // Not before the finger's own events are over: Chromium loses the next tap if the card moves in their midst.
        const [moved, to] = [Number(drag.button.dataset.card), Number(place.dataset.place)];
        setTimeout(() => lay(moved, to));
      }
    }
    drag = null;
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
}
