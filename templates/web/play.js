// At the table everything works by forms; this only brings the news to who listens, and copies the record.
"use strict";
{
  // The news is read out once the table has been shown again.
  const said = document.getElementById("said");
  if (said && location.hash === "#said") said.focus({ preventScroll: false });

  const copy = document.getElementById("copy");
  if (copy) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      const text = document.getElementById(copy.dataset.copies);
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
      } catch {
        document.execCommand("copy"); // where there is no https there is no clipboard but the old one
      }
      const told = document.getElementById("copied");
      told.textContent = told.dataset.said;
    });
  }
}
