// Shows the sheet anew while its form is filled in: the server makes the page, this only puts its parts in place.
"use strict";
{
  const form = document.getElementById("make");
  const PAUSE = 500; // milliseconds without typing
  let timer;
  let asked = 0;

  // Put in place of an element the one of the same id in the new page, or nothing.
  const replaceResult = (page) => {
    document.getElementById("result").replaceChildren(...page.getElementById("result").childNodes);
  };

  // Problems stand behind their fields; which there are differs from page to page.
  const replaceProblems = (page) => {
    for (const old of form.querySelectorAll(".problem, .row > .note")) old.remove();
    for (const field of form.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
    for (const fresh of page.querySelectorAll("#make .problem, #make .row > .note")) {
      const row = fresh.closest(".row");
      const field = fresh.parentElement.querySelector("input, select");
      if (row) {
        const place = [...page.querySelectorAll(".row")].indexOf(row);
        form.querySelectorAll(".row")[place]?.append(fresh);
      } else if (field && !fresh.parentElement.matches("fieldset")) {
        document.getElementById(field.id)?.parentElement.append(fresh);
      } else {
        document.querySelector("#rows legend").after(fresh);
      }
    }
    for (const field of page.querySelectorAll("#make [aria-invalid]")) {
      const here = document.getElementById(field.id);
      if (!here) continue;
      here.setAttribute("aria-invalid", "true");
      here.setAttribute("aria-describedby", field.getAttribute("aria-describedby"));
    }
  };

  const show = async () => {
    const number = ++asked;
    const data = new FormData(form);
    data.delete("preset");
    const query = new URLSearchParams(data).toString();
    let text;
    try {
      const answer = await fetch(`sheet?${query}`);
      if (answer.status === 503) return;
      text = await answer.text();
    } catch {
      return; // without the server the page stays as it is
    }
    if (number !== asked) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    replaceProblems(page);
    replaceResult(page);
    history.replaceState(null, "", `sheet?${query}`);
  };

  form.addEventListener("input", (event) => {
    if (event.target.id === "preset" || event.target.id === "link") return;
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE);
  });
}
